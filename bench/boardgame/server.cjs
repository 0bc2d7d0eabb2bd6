// boardgame.io as its documentation sets it up, with matches in files.
// node server.cjs FOLDER queued|direct: with or without the write queue of node-persist.

const { Server, FlatFile } = require('boardgame.io/server');
const { CiaoCiao } = require('./ciaociao.cjs');

class DirectFlatFile extends FlatFile {
  async connect() {
    await this.games.init({ dir: this.dir, writeQueue: false });
  }
}

const [, , dir, setting] = process.argv;
const Storage = setting === 'direct' ? DirectFlatFile : FlatFile;
const server = Server({
  games: [CiaoCiao],
  db: new Storage({ dir }),
  origins: ['http://127.0.0.1'],
});

server.run({ port: 0 }, () => {}).then(({ appServer }) => {
  console.log(`ready: ${appServer.address().port}`);
});
