/** The server's clock, as far as this device's is off it. */
let ahead = 0;

/** The server has just said what time it is. @param {string} time */
export function heardTime(time) {
  ahead = Date.parse(time) - Date.now();
}

/** How many seconds there are until a moment, by the server's clock. @param {string} moment */
export function secondsUntil(moment) {
  return (Date.parse(moment) - Date.now() - ahead) / 1000;
}
