/** Where everything stands in the picture: a bridge that leads away from us to a podium. */

export const WIDTH = 390;
export const HEIGHT = 470;
export const SHORE = 148;
const NEAR = { y: 462, half: 158 };
const FAR = { y: 156, half: 92 };
const MIDDLE = WIDTH / 2;
const DEEPER = NEAR.half / FAR.half - 1;

/** @typedef {{x: number, y: number, scale: number}} Spot */

/**
 * Half the bridge's width and its height in the picture, so far along it (0 is near, 1 is far).
 * @param {number} along
 */
function edge(along) {
  const half = NEAR.half / (1 + DEEPER * along);
  const y = FAR.y + ((half - FAR.half) / (NEAR.half - FAR.half)) * (NEAR.y - FAR.y);
  return { half, y };
}

/** The four corners of a plank, with a gap to the next. @param {number} plank @param {number} planks */
export function plankPath(plank, planks) {
  const near = edge((plank - 1 + 0.06) / planks);
  const far = edge((plank - 0.06) / planks);
  const tilt = ((plank * 37) % 5) - 2;
  const sway = ((plank * 23) % 7) - 3;
  return (
    `M${MIDDLE - near.half + sway},${near.y + tilt * 0.5} L${MIDDLE + near.half + sway},${near.y - tilt * 0.5} `
    + `L${MIDDLE + far.half + sway},${far.y - tilt * 0.4} L${MIDDLE - far.half + sway},${far.y + tilt * 0.4} Z`
  );
}

/** The front edge of a plank, which gives it thickness. @param {number} plank @param {number} planks */
export function plankFront(plank, planks) {
  const near = edge((plank - 1 + 0.06) / planks);
  const tilt = ((plank * 37) % 5) - 2;
  const sway = ((plank * 23) % 7) - 3;
  const thick = Math.max(3, near.half / 26);
  return (
    `M${MIDDLE - near.half + sway},${near.y + tilt * 0.5} L${MIDDLE + near.half + sway},${near.y - tilt * 0.5} `
    + `v${thick} L${MIDDLE - near.half + sway},${near.y + tilt * 0.5 + thick} Z`
  );
}

/** Where a plank's number is written. @param {number} plank @param {number} planks @returns {Spot} */
export function plankLabel(plank, planks) {
  const { half, y } = edge((plank - 0.5) / planks);
  return { x: MIDDLE - half * 0.9, y, scale: half / NEAR.half };
}

/**
 * Where a seat's pawn stands on a plank: each seat has its own lane.
 * @param {number} plank
 * @param {number} planks
 * @param {number} seat
 * @param {number} seats
 * @returns {Spot}
 */
export function onPlank(plank, planks, seat, seats) {
  const { half, y } = edge((plank - 0.5) / planks);
  const lane = (seat + 0.5) / seats - 0.5;
  const depth = (edge((plank - 1) / planks).y - edge(plank / planks).y) * 0.22;
  return { x: MIDDLE + lane * half * 1.5, y: y + depth, scale: 1.18 * (half / NEAR.half) };
}

/**
 * The ropes along one side, from near to far, sagging between the posts.
 * @param {1 | -1} side
 * @param {number} height
 */
export function rope(side, height) {
  const parts = [];
  for (let post = 0; post <= 4; post += 1) {
    const at = postAt(post, side, height);
    if (post === 0) {
      parts.push(`M${at.x},${at.y}`);
      continue;
    }
    const { half, y } = edge((post - 0.5) / 4);
    parts.push(
      `Q${MIDDLE + side * (half + 6)},${y - (height - 34) * (half / NEAR.half)} ${at.x},${at.y}`,
    );
  }
  return parts.join(' ');
}

/** The head of a post. @param {number} post @param {1 | -1} side @param {number} height @returns {Spot} */
export function postAt(post, side, height) {
  const { half, y } = edge(post / 4);
  const scale = half / NEAR.half;
  return { x: MIDDLE + side * (half + 5 * scale), y: y - height * scale, scale };
}

/** How many steps the podium shows. @param {number} highest */
export function stepsShown(highest) {
  return Math.max(3, Math.min(9, highest + 1));
}

/** A step of the podium. @param {number} step @param {number} shown */
export function stepBox(step, shown) {
  const width = Math.min(56, 340 / shown);
  const left = MIDDLE - (width * shown) / 2 + (step - 1) * width;
  const height = 16 + ((step - 1) * 46) / Math.max(1, shown - 1);
  return { left, width, top: SHORE - height, height };
}

/** Where a pawn stands on a step. @param {number} step @param {number} shown @returns {Spot} */
export function onStep(step, shown) {
  const box = stepBox(step, shown);
  return { x: box.left + box.width / 2, y: box.top + 3, scale: Math.min(0.92, box.width / 40) };
}

/**
 * Where the hat of a fallen pawn drifts: beside the bridge, every one somewhere else.
 * @param {number} seat
 * @param {number} number
 * @returns {Spot & {turn: number}}
 */
export function drifting(seat, number) {
  const noise = (/** @type {number} */ salt) =>
    Math.abs(Math.sin((seat * 7 + number) * 12.9898 + salt) * 43758.5453) % 1;
  const along = 0.08 + 0.84 * ((number * 4 + seat + noise(1)) / 29);
  const { half, y } = edge(along);
  const side = (number + seat) % 2 ? 1 : -1;
  const room = MIDDLE - half - 14;
  return {
    x: MIDDLE + side * (half + 14 + Math.max(0, room - 12) * noise(2)),
    y,
    scale: 0.5 + 0.35 * (half / NEAR.half),
    turn: -30 + 60 * noise(3),
  };
}

/** The nails at both ends of a plank and the grain between them. @param {number} plank @param {number} planks */
export function plankMarks(plank, planks) {
  const { half, y } = edge((plank - 0.5) / planks);
  const sway = ((plank * 23) % 7) - 3;
  const deep = edge((plank - 1) / planks).y - edge(plank / planks).y;
  const nails = [-0.97, 0.97].flatMap((side) =>
    [-0.2, 0.22].map((up) => ({
      x: MIDDLE + side * half * (1 + up * 0.06) + sway,
      y: y + up * deep,
    })),
  );
  const start = MIDDLE + half * (((plank * 41) % 9) / 12 - 0.5);
  const grain = `M${start},${y - deep * 0.18} q${half * 0.2},${deep * 0.08} ${half * 0.42},0 M${start - half * 0.3},${y + deep * 0.2} q${half * 0.15},${-deep * 0.06} ${half * 0.36},0`;
  return { nails, grain, size: 2.2 * (half / NEAR.half) };
}
