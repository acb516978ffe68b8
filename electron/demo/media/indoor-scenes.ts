import { mixed } from './colour-mixer';
import { between, pick, type Random } from '../script/random';
import { croissant, ear, loaf, pane, pot, room, steam } from './indoor-shapes';

const WALLS = ['#f3e3cf', '#e6ece1', '#f0dfe2', '#dfe7ee', '#f6e7bf', '#e9e2f1'];
const WOODS = ['#b07d4f', '#9a6a42', '#c39061'];

/** A cat on a window sill. */
export function cat(width: number, height: number, random: Random): string {
  const fur = pick(['#e08a3c', '#3a3a42', '#9b9aa3', '#d9c3a3', '#5c4638'], random);
  const stripe = mixed(fur, '#000000', 0.22);
  const x = width * (0.4 + random() * 0.2);
  const y = height * 0.78;
  const r = height * 0.2;
  const stripes = [-0.5, 0, 0.5].map(
    (at) =>
      `<path d="M ${x + r * at - r * 0.16} ${y - r * 1.05} q ${r * 0.16} ${r * 0.3} ${r * 0.32} 0" stroke="${stripe}" stroke-width="${r * 0.09}" fill="none" stroke-linecap="round"/>`,
  );
  const head = { x: x - r * 0.25, y: y - r * 1.75, r: r * 0.66 };
  const ear = (side: number) =>
    `<path d="M ${head.x + side * head.r * 0.9} ${head.y - head.r * 0.25} L ${head.x + side * head.r * 0.82} ${head.y - head.r * 1.2} L ${head.x + side * head.r * 0.15} ${head.y - head.r * 0.82} Z" fill="${fur}"/><path d="M ${head.x + side * head.r * 0.76} ${head.y - head.r * 0.5} L ${head.x + side * head.r * 0.72} ${head.y - head.r * 0.98} L ${head.x + side * head.r * 0.34} ${head.y - head.r * 0.76} Z" fill="#e8a5a0"/>`;
  const sleepy = random() < 0.35;
  const eye = (side: number) =>
    sleepy
      ? `<path d="M ${head.x + side * head.r * 0.52} ${head.y - head.r * 0.05} q ${-side * head.r * 0.17} ${head.r * 0.2} ${-side * head.r * 0.34} 0" stroke="#221d1b" stroke-width="${head.r * 0.08}" fill="none" stroke-linecap="round"/>`
      : `<ellipse cx="${head.x + side * head.r * 0.36}" cy="${head.y - head.r * 0.04}" rx="${head.r * 0.17}" ry="${head.r * 0.2}" fill="#b8d07a"/><ellipse cx="${head.x + side * head.r * 0.36}" cy="${head.y - head.r * 0.04}" rx="${head.r * 0.06}" ry="${head.r * 0.17}" fill="#191615"/>`;
  const whiskers = [-1, 1].map(
    (side) =>
      `<path d="M ${head.x + side * head.r * 0.3} ${head.y + head.r * 0.35} l ${side * head.r * 0.8} ${-head.r * 0.1} M ${head.x + side * head.r * 0.3} ${head.y + head.r * 0.42} l ${side * head.r * 0.8} ${head.r * 0.1}" stroke="#fffaf0" stroke-width="2.4" opacity="0.85"/>`,
  );
  return `${room(width, height, pick(WALLS, random))}${pane(width, height, random)}
    <rect y="${height * 0.8}" width="${width}" height="${height * 0.2}" fill="#fbf5ea"/><rect y="${height * 0.8}" width="${width}" height="${height * 0.025}" fill="#e5dac6"/>
    ${pot(width * (x > width / 2 ? 0.16 : 0.84), height * 0.8, height * 0.13, random)}
    <path d="M ${x + r} ${y} Q ${x + r * 2.1} ${y + r * 0.15} ${x + r * 1.75} ${y - r * 0.9} q ${-r * 0.05} ${-r * 0.28} ${r * 0.16} ${-r * 0.3} q ${r * 0.62} ${r * 1.5} ${-r * 1.0} ${r * 1.52} Z" fill="${stripe}"/>
    <path d="M ${x - r} ${y + 6} C ${x - r * 1.25} ${y - r * 1.7} ${x + r * 1.1} ${y - r * 1.7} ${x + r * 1.15} ${y + 6} Z" fill="${fur}"/>${stripes.join('')}
    ${ear(-1)}${ear(1)}<circle cx="${head.x}" cy="${head.y}" r="${head.r}" fill="${fur}"/><ellipse cx="${head.x}" cy="${head.y + head.r * 0.42}" rx="${head.r * 0.42}" ry="${head.r * 0.28}" fill="${mixed(fur, '#ffffff', 0.6)}"/>
    ${eye(-1)}${eye(1)}<path d="M ${head.x - head.r * 0.1} ${head.y + head.r * 0.22} h ${head.r * 0.2} l ${-head.r * 0.1} ${head.r * 0.13} Z" fill="#c96a64"/>${whiskers.join('')}`;
}

/** A begging dog. */
export function dog(width: number, height: number, random: Random): string {
  const fur = pick(['#c98d52', '#6d4a35', '#e6d3b3', '#4a4a52'], random);
  const dark = mixed(fur, '#1d130c', 0.35);
  const x = width * (0.42 + random() * 0.16);
  const y = height * 0.52;
  const r = height * 0.21;
  const ear = (side: number) =>
    `<path d="M ${x + side * r * 0.7} ${y - r * 0.75} Q ${x + side * r * 1.7} ${y - r * 0.5} ${x + side * r * 1.2} ${y + r * 0.75} Q ${x + side * r * 0.85} ${y + r * 0.5} ${x + side * r * 0.8} ${y - r * 0.1} Z" fill="${dark}"/>`;
  const eye = (side: number) =>
    `<circle cx="${x + side * r * 0.38}" cy="${y - r * 0.1}" r="${r * 0.12}" fill="#1b1614"/><circle cx="${x + side * r * 0.38 + r * 0.04}" cy="${y - r * 0.14}" r="${r * 0.036}" fill="#fff"/>`;
  return `${room(width, height, pick(WALLS, random))}<rect y="${height * 0.74}" width="${width}" height="${height * 0.26}" fill="${pick(WOODS, random)}"/>
    <ellipse cx="${x}" cy="${height * 0.98}" rx="${r * 2.4}" ry="${r * 0.4}" fill="#7a4b3a" opacity="0.35"/>
    <path d="M ${x - r * 1.15} ${height} Q ${x - r * 1.1} ${y + r * 0.6} ${x} ${y + r * 0.6} Q ${x + r * 1.1} ${y + r * 0.6} ${x + r * 1.15} ${height} Z" fill="${fur}"/>
    <path d="M ${x - r * 0.45} ${height} Q ${x - r * 0.5} ${y + r * 1.1} ${x} ${y + r * 1.05} Q ${x + r * 0.5} ${y + r * 1.1} ${x + r * 0.45} ${height} Z" fill="${mixed(fur, '#ffffff', 0.55)}"/>
    <path d="M ${x - r * 0.78} ${y + r * 0.7} Q ${x} ${y + r * 1.12} ${x + r * 0.78} ${y + r * 0.7} l 0 ${r * 0.2} Q ${x} ${y + r * 1.34} ${x - r * 0.78} ${y + r * 0.9} Z" fill="${pick(['#c0392b', '#2e86ab', '#8f5bd1'], random)}"/>
    <ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.96}" fill="${fur}"/>${ear(-1)}${ear(1)}
    <ellipse cx="${x}" cy="${y + r * 0.42}" rx="${r * 0.5}" ry="${r * 0.42}" fill="${mixed(fur, '#ffffff', 0.55)}"/>${eye(-1)}${eye(1)}
    <ellipse cx="${x}" cy="${y + r * 0.22}" rx="${r * 0.17}" ry="${r * 0.13}" fill="#1b1614"/>
    <path d="M ${x} ${y + r * 0.35} V ${y + r * 0.52} M ${x - r * 0.22} ${y + r * 0.5} Q ${x} ${y + r * 0.68} ${x + r * 0.22} ${y + r * 0.5}" stroke="#1b1614" stroke-width="${r * 0.04}" fill="none" stroke-linecap="round"/>
    <path d="M ${x - r * 0.1} ${y + r * 0.6} q ${r * 0.1} ${r * 0.42} ${r * 0.2} 0 Z" fill="#e5737d"/>`;
}

/** Loaves of bread on a board. */
export function bread(width: number, height: number, random: Random): string {
  const count = between(2, 3, random);
  const loaves = Array.from({ length: count }, (_, index) => {
    const x = (width * (index + 1)) / (count + 1);
    return loaf(x, height * (0.6 + random() * 0.04), height * (0.21 - count * 0.015), random);
  });
  const wheat = Array.from({ length: 5 }, (_, index) =>
    ear(width * (0.08 + index * 0.035), height * 0.46, height * 0.3),
  );
  return `${room(width, height, pick(WALLS, random))}<rect y="${height * 0.56}" width="${width}" height="${height * 0.44}" fill="${pick(WOODS, random)}"/>
    ${wheat.join('')}<rect x="${width * 0.07}" y="${height * 0.7}" width="${width * 0.86}" height="${height * 0.11}" rx="26" fill="#e0b98a"/><rect x="${width * 0.07}" y="${height * 0.77}" width="${width * 0.86}" height="${height * 0.04}" rx="16" fill="#c49a6a"/>
    ${loaves.join('')}${steam(width * 0.5, height * 0.3, height * 0.16)}`;
}

/** A cake with candles. */
export function cake(width: number, height: number, random: Random): string {
  const [cream, berry] = pick(
    [
      ['#fff3e4', '#c1437a'],
      ['#f7d6c4', '#7b3f61'],
      ['#fdf6d8', '#d7263d'],
    ] as const,
    random,
  );
  const x = width / 2;
  const r = width * 0.25;
  const count = between(4, 7, random);
  const candles = Array.from({ length: count }, (_, index) => {
    const cx = x - r * 0.7 + (1.4 * r * index) / (count - 1);
    return `<rect x="${cx - 6}" y="${height * 0.24}" width="12" height="${height * 0.13}" rx="5" fill="${pick(['#8fc1e3', '#f2a541', '#a9d18e', '#e98ab4'], random)}"/><ellipse cx="${cx}" cy="${height * 0.215}" rx="9" ry="18" fill="#ffd35c"/><ellipse cx="${cx}" cy="${height * 0.222}" rx="4" ry="9" fill="#fff6d6"/>`;
  });
  const berries = Array.from(
    { length: 11 },
    (_, index) =>
      `<circle cx="${x - r * 0.92 + (1.84 * r * index) / 10}" cy="${height * 0.385 + (index % 2) * 8}" r="${height * 0.022}" fill="${berry}"/>`,
  );
  const drip = Array.from(
    { length: 9 },
    (_, index) =>
      `<rect x="${x - r + (2 * r * index) / 9}" y="${height * 0.4}" width="${(2 * r) / 9 + 1}" height="${height * (0.06 + random() * 0.07)}" rx="${r / 9}" fill="${mixed(berry, '#ffffff', 0.12)}"/>`,
  );
  return `${room(width, height, pick(WALLS, random))}<rect y="${height * 0.7}" width="${width}" height="${height * 0.3}" fill="${pick(WOODS, random)}"/>
    <ellipse cx="${x}" cy="${height * 0.8}" rx="${r * 1.5}" ry="${height * 0.06}" fill="#ffffff"/><ellipse cx="${x}" cy="${height * 0.79}" rx="${r * 1.3}" ry="${height * 0.045}" fill="#ece6dc"/>
    <rect x="${x - r}" y="${height * 0.4}" width="${2 * r}" height="${height * 0.38}" rx="22" fill="${cream}"/><rect x="${x - r}" y="${height * 0.58}" width="${2 * r}" height="${height * 0.045}" fill="${mixed(cream, berry, 0.5)}"/>
    <rect x="${x - r}" y="${height * 0.37}" width="${2 * r}" height="${height * 0.06}" rx="26" fill="${berry}"/>${drip.join('')}${candles.join('')}${berries.join('')}`;
}

/** A cup of coffee by the window. */
export function coffee(width: number, height: number, random: Random): string {
  const cup = pick(['#c0562f', '#2f7d5b', '#3a6ea5', '#f4f1e8', '#7b3f61'], random);
  const x = width * (0.42 + random() * 0.14);
  const y = height * 0.5;
  const r = Math.min(width, height) * 0.17;
  return `${room(width, height, pick(WALLS, random))}${pane(width, height, random)}<rect y="${height * 0.74}" width="${width}" height="${height * 0.26}" fill="${pick(WOODS, random)}"/>
    <ellipse cx="${x}" cy="${y + r * 1.9}" rx="${r * 1.7}" ry="${r * 0.3}" fill="#fffaf0"/><ellipse cx="${x}" cy="${y + r * 1.85}" rx="${r * 1.2}" ry="${r * 0.18}" fill="#e6ddcc"/>
    <path d="M ${x + r * 0.9} ${y + r * 0.5} q ${r * 0.9} ${-r * 0.1} ${r * 0.7} ${r * 0.6} q ${-r * 0.2} ${r * 0.5} ${-r * 0.85} ${r * 0.4}" stroke="${cup}" stroke-width="${r * 0.18}" fill="none"/>
    <path d="M ${x - r} ${y + r * 0.1} H ${x + r} Q ${x + r} ${y + r * 1.85} ${x} ${y + r * 1.85} Q ${x - r} ${y + r * 1.85} ${x - r} ${y + r * 0.1} Z" fill="${cup}"/>
    <ellipse cx="${x}" cy="${y + r * 0.1}" rx="${r}" ry="${r * 0.24}" fill="${mixed(cup, '#ffffff', 0.35)}"/><ellipse cx="${x}" cy="${y + r * 0.13}" rx="${r * 0.86}" ry="${r * 0.18}" fill="#5a3521"/>
    <path d="M ${x} ${y + r * 0.24} q ${-r * 0.34} ${-r * 0.1} ${-r * 0.17} ${-r * 0.18} q ${r * 0.13} ${-r * 0.04} ${r * 0.17} ${r * 0.06} q ${r * 0.04} ${-r * 0.1} ${r * 0.17} ${-r * 0.06} q ${r * 0.17} ${r * 0.08} ${-r * 0.17} ${r * 0.18} Z" fill="#e8cda8"/>
    ${steam(x, y - r * 0.5, r * 0.95)}${random() < 0.6 ? croissant(x - r * 2.2, y + r * 1.8, r * 0.75) : pot(width * 0.84, height * 0.78, height * 0.13, random)}`;
}

/** A bookshelf. */
export function books(width: number, height: number, random: Random): string {
  const colours = [
    '#7b3f61',
    '#2e6b5e',
    '#c0562f',
    '#24507a',
    '#d1a33a',
    '#8a9a5b',
    '#ece3d0',
    '#4a3b5c',
    '#a23b34',
  ];
  const shelves = [0.32, 0.64, 0.96].map((share) => {
    const floor = height * share;
    let row = '';
    for (let x = width * 0.05; x < width * 0.93;) {
      const wide = width * (0.018 + random() * 0.026);
      const tall = height * (0.17 + random() * 0.085);
      const colour = pick(colours, random);
      if (random() < 0.06) {
        row += pot(x + width * 0.05, floor, height * 0.1, random);
        x += width * 0.11;
        continue;
      }
      const lean = random() < 0.07 ? ` transform="rotate(9 ${x} ${floor})"` : '';
      row += `<g${lean}><rect x="${x}" y="${floor - tall}" width="${wide}" height="${tall}" rx="3" fill="${colour}"/><rect x="${x + wide * 0.2}" y="${floor - tall * 0.82}" width="${wide * 0.6}" height="${tall * 0.05}" fill="#fff" opacity="0.45"/><rect x="${x + wide * 0.2}" y="${floor - tall * 0.2}" width="${wide * 0.6}" height="${tall * 0.03}" fill="#fff" opacity="0.35"/></g>`;
      x += wide + 2 + (lean ? width * 0.02 : 0);
    }
    return `${row}<rect y="${floor}" width="${width}" height="${height * 0.03}" fill="#8a5f3c"/>`;
  });
  return `${room(width, height, mixed(pick(WALLS, random), '#8a5f3c', 0.3))}${shelves.join('')}`;
}

/** A guitar leaning against a cellar wall. */
export function guitar(width: number, height: number, random: Random): string {
  const wood = pick(['#c9803a', '#a23b34', '#e0b050', '#5d3a24'], random);
  const x = width * (0.4 + random() * 0.2);
  const y = height * 0.68;
  const r = height * 0.17;
  const strings = [-3, -1.8, -0.6, 0.6, 1.8, 3].map(
    (at) =>
      `<path d="M ${x + at * r * 0.04} ${y + r * 0.55} V ${y - r * 3.35}" stroke="#fff8e6" stroke-width="1.6" opacity="0.8"/>`,
  );
  const bricks = Array.from(
    { length: 60 },
    () =>
      `<rect x="${between(0, 14, random) * (width / 14)}" y="${between(0, 13, random) * (height / 16)}" width="${width / 15}" height="${height / 20}" rx="4" fill="#8a4b3a" opacity="${(0.12 + random() * 0.2).toFixed(2)}"/>`,
  );
  const lamp = { x: x > width / 2 ? width * 0.2 : width * 0.8, y: height * 0.2 };
  return `${room(width, height, '#5b4038')}${bricks.join('')}<path d="M ${lamp.x} 0 V ${lamp.y}" stroke="#221a18" stroke-width="4"/><circle cx="${lamp.x}" cy="${lamp.y + 26}" r="${height * 0.23}" fill="#ffd98a" opacity="0.16"/><circle cx="${lamp.x}" cy="${lamp.y + 26}" r="26" fill="#ffe7ae"/><path d="M ${lamp.x - 46} ${lamp.y + 18} L ${lamp.x - 14} ${lamp.y - 22} H ${lamp.x + 14} L ${lamp.x + 46} ${lamp.y + 18} Z" fill="#2e6b5e"/>
    <rect y="${height * 0.88}" width="${width}" height="${height * 0.12}" fill="#3a2a26"/>
    <g transform="rotate(${between(-9, 9, random)} ${x} ${y})"><rect x="${x - r * 0.15}" y="${y - r * 3.2}" width="${r * 0.3}" height="${r * 2.6}" fill="#4a3020"/><rect x="${x - r * 0.24}" y="${y - r * 3.7}" width="${r * 0.48}" height="${r * 0.6}" rx="8" fill="#33211a"/>
    <ellipse cx="${x}" cy="${y - r * 0.35}" rx="${r * 0.82}" ry="${r * 0.75}" fill="${wood}"/><ellipse cx="${x}" cy="${y + r * 0.55}" rx="${r * 1.12}" ry="${r * 0.98}" fill="${wood}"/><circle cx="${x}" cy="${y - r * 0.05}" r="${r * 0.33}" fill="#2a1a12"/><rect x="${x - r * 0.4}" y="${y + r * 0.6}" width="${r * 0.8}" height="${r * 0.13}" fill="#33211a"/>${strings.join('')}</g>`;
}

/** A wall that is being painted. */
export function paint(width: number, height: number, random: Random): string {
  const [fresh, old] = pick(
    [
      ['#a8cfc0', '#e8dccb'],
      ['#b5cfa8', '#e3d8c8'],
      ['#9ec3c9', '#eadfcf'],
    ] as const,
    random,
  );
  const edge = width * (0.45 + random() * 0.25);
  const strokes = Array.from(
    { length: 7 },
    (_, index) =>
      `<rect x="${edge - between(20, 110, random)}" y="${height * (0.02 + index * 0.1)}" width="${between(110, 220, random)}" height="${height * 0.1}" rx="14" fill="${fresh}"/>`,
  );
  const tiles = Array.from(
    { length: 14 },
    (_, index) =>
      `<path d="M ${(width / 14) * index} ${height * 0.8} h ${width / 14} v ${height * 0.2} h ${-width / 14} Z" fill="${index % 2 ? '#c9b79e' : '#8d6f5a'}"/>`,
  );
  const bucket = { x: width * 0.2, y: height * 0.66, r: height * 0.1 };
  return `${room(width, height, old)}<rect width="${edge - 20}" height="${height * 0.74}" fill="${fresh}"/>${strokes.join('')}
    <rect y="${height * 0.72}" width="${width}" height="${height * 0.08}" fill="${mixed(fresh, '#24504a', 0.5)}"/>${tiles.join('')}
    <path d="M ${width * 0.74} ${height * 0.94} L ${width * 0.81} ${height * 0.22} H ${width * 0.85} L ${width * 0.94} ${height * 0.94}" stroke="#b07d4f" stroke-width="16" fill="none"/>${[0.4, 0.55, 0.7, 0.84].map((share) => `<path d="M ${width * (0.835 - share * 0.1)} ${height * share} H ${width * (0.83 + share * 0.115)}" stroke="#9a6a42" stroke-width="12"/>`).join('')}
    <path d="M ${bucket.x - bucket.r} ${bucket.y} L ${bucket.x - bucket.r * 0.8} ${bucket.y + bucket.r * 2} H ${bucket.x + bucket.r * 0.8} L ${bucket.x + bucket.r} ${bucket.y} Z" fill="#d5d8dc"/><ellipse cx="${bucket.x}" cy="${bucket.y}" rx="${bucket.r}" ry="${bucket.r * 0.26}" fill="${fresh}"/><path d="M ${bucket.x - bucket.r * 0.5} ${bucket.y + 8} q ${bucket.r * 0.1} ${bucket.r * 1.2} ${bucket.r * 0.3} ${bucket.r * 0.2} Z" fill="${fresh}"/>
    <g transform="rotate(-24 ${edge} ${height * 0.4})"><rect x="${edge - 20}" y="${height * 0.36}" width="170" height="54" rx="20" fill="${mixed(fresh, '#ffffff', 0.3)}"/><path d="M ${edge + 150} ${height * 0.36 + 27} h 30 v 90 h -70 v 120" stroke="#5b5566" stroke-width="11" fill="none"/></g>`;
}

/** A bicycle in front of a wall. */
export function bicycle(width: number, height: number, random: Random): string {
  const frame = pick(['#c0392b', '#24507a', '#2f7d5b', '#d1a33a'], random);
  const y = height * 0.68;
  const r = height * 0.17;
  const [back, front] = [width / 2 - r * 1.5, width / 2 + r * 1.5];
  const wheel = (x: number) => {
    const spokes = Array.from({ length: 8 }, (_, index) => {
      const angle = (index / 8) * Math.PI;
      return `<path d="M ${x - Math.cos(angle) * r} ${y - Math.sin(angle) * r} L ${x + Math.cos(angle) * r} ${y + Math.sin(angle) * r}" stroke="#8d8f98" stroke-width="2"/>`;
    });
    return `${spokes.join('')}<circle cx="${x}" cy="${y}" r="${r}" stroke="#24222a" stroke-width="${r * 0.09}" fill="none"/>`;
  };
  const top = y - r * 1.15;
  return `${room(width, height, pick(WALLS, random))}<rect y="${y + r * 0.96}" width="${width}" height="${height}" fill="#a89f93"/>${pot(width * 0.1, y + r * 1.05, height * 0.16, random)}
    ${wheel(back)}${wheel(front)}<path d="M ${back} ${y} L ${width / 2 - r * 0.6} ${top} L ${width / 2 + r * 0.95} ${top} L ${width / 2} ${y} Z M ${width / 2} ${y} L ${width / 2 - r * 0.75} ${top - r * 0.3} M ${front} ${y} L ${width / 2 + r * 0.85} ${top - r * 0.5}" stroke="${frame}" stroke-width="${r * 0.1}" fill="none" stroke-linejoin="round"/>
    <path d="M ${width / 2 - r * 1.1} ${top - r * 0.32} h ${r * 0.66}" stroke="#2d2a33" stroke-width="${r * 0.15}" stroke-linecap="round"/><path d="M ${width / 2 + r * 0.5} ${top - r * 0.55} q ${r * 0.6} ${-r * 0.2} ${r * 0.75} ${r * 0.25}" stroke="#2d2a33" stroke-width="${r * 0.09}" fill="none" stroke-linecap="round"/>
    <path d="M ${front - r * 0.5} ${top - r * 0.2} h ${r * 0.95} l ${-r * 0.14} ${r * 0.55} h ${-r * 0.68} Z" fill="#b07d4f"/>${[0, 1, 2].map((index) => `<circle cx="${front - r * 0.22 + index * r * 0.24}" cy="${top - r * (0.34 + (index % 2) * 0.12)}" r="${r * 0.14}" fill="${pick(['#e4572e', '#f6d55c', '#e98ab4', '#ffffff'], random)}"/>`).join('')}`;
}

/** A record cover: bands of colour with a symbol. */
export function cover(width: number, height: number, random: Random): string {
  const [ground, one, two, three] = pick(
    [
      ['#1f2a4d', '#e08a78', '#f9c784', '#5b4b8a'],
      ['#12343b', '#e1b382', '#c89666', '#2d545e'],
      ['#3d1e3f', '#f25f5c', '#ffe066', '#50514f'],
      ['#eae2d6', '#2f5d50', '#e4572e', '#f2a541'],
    ] as const,
    random,
  );
  const turn = between(0, 3, random);
  const rings = Array.from(
    { length: 6 },
    (_, index) =>
      `<circle cx="${width * 0.5}" cy="${height * 0.56}" r="${width * (0.42 - index * 0.065)}" fill="${[one, two, three][index % 3]}" opacity="0.92"/>`,
  );
  const bars = Array.from({ length: 9 }, (_, index) => {
    const tall = height * (0.2 + random() * 0.55);
    return `<rect x="${width * (0.08 + index * 0.095)}" y="${height * 0.88 - tall}" width="${width * 0.06}" height="${tall}" rx="${width * 0.03}" fill="${[one, two, three][index % 3]}"/>`;
  });
  const waves = Array.from(
    { length: 7 },
    (_, index) =>
      `<path d="M 0 ${height * (0.26 + index * 0.1)} Q ${width * 0.25} ${height * (0.16 + index * 0.1)} ${width * 0.5} ${height * (0.26 + index * 0.1)} T ${width} ${height * (0.26 + index * 0.1)}" stroke="${[one, two, three][index % 3]}" stroke-width="${height * 0.034}" fill="none"/>`,
  );
  const drops = Array.from({ length: 30 }, () => {
    const x = random() * width;
    const y = random() * height;
    return `<path d="M ${x} ${y} l ${-width * 0.02} ${height * 0.085}" stroke="${pick([one, two, three], random)}" stroke-width="6" stroke-linecap="round"/>`;
  });
  const shapes = [rings, bars, waves, drops][turn] ?? rings;
  return `<rect width="${width}" height="${height}" fill="${ground}"/>${shapes.join('')}<circle cx="${width * 0.86}" cy="${height * 0.14}" r="${width * 0.05}" fill="${two}"/>`;
}
