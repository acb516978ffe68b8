import { mixed } from './colour-mixer';
import { between, pick, type Random } from '../script/random';
import { ball, boat, cloud, dot, fir, flower, house, lime, player, ridge, sky, sun } from './outdoor-shapes';

/** Colours of the sky from top to bottom, then those of the layers in front of it, farthest first. */
const EVENINGS = [
  ['#2d3561', '#c05c7e', '#f3826f', '#ffb961', '#4a3b5c', '#33284a', '#221b36'],
  ['#1f2a4d', '#5b4b8a', '#e08a78', '#f9c784', '#3c3358', '#2b2443', '#1b172e'],
  ['#37517e', '#8a7ea8', '#efaa8a', '#fde2a7', '#54456b', '#3a3152', '#27213c'],
  ['#203a4c', '#3f7f8c', '#e9b384', '#fbe3b9', '#2f4f57', '#213c44', '#15292f'],
] as const;
const DAYS = [
  ['#9fd0ea', '#dff1f5', '#fdf3d7'],
  ['#8dbfe0', '#cfe6ee', '#f6efdc'],
  ['#b5d9d3', '#e2f0e4', '#fdf2d0'],
] as const;
const PETALS = ['#e4572e', '#f2a541', '#c1437a', '#8f5bd1', '#f6d55c', '#ffffff', '#e98ab4'];

/** Houses under an evening sky, with lit windows and a moon. */
export function evening(width: number, height: number, random: Random): string {
  const [top, upper, lower, glow, ...houses] = pick(EVENINGS, random);
  const moon = { x: width * (0.15 + random() * 0.7), y: height * (0.14 + random() * 0.16) };
  const rows = houses.map((colour, row) => {
    const base = height * (0.56 + row * 0.13);
    let drawn = '';
    for (let x = -between(0, 60, random); x < width;) {
      const wide = width * (0.1 + random() * 0.09);
      const tall = height * (0.16 + random() * 0.2 - row * 0.02);
      drawn += house(x, base - tall, wide, height - base + tall, colour, row, random);
      x += wide + (random() < 0.3 ? width * 0.02 : 0);
    }
    return drawn;
  });
  const stars = Array.from({ length: 26 }, () =>
    dot(random() * width, random() * height * 0.36, 1 + random() * 1.6, '#fff8e0', 0.3 + random() * 0.5),
  );
  return `${sky(width, height, [top, upper, lower, glow])}
    ${stars.join('')}${dot(moon.x, moon.y, height * 0.085, '#fff3cf', 0.16)}${dot(moon.x, moon.y, height * 0.05, '#fff6dd', 1)}
    ${rows.join('')}${lime(width * (0.08 + random() * 0.8), height * 1.02, height * 0.4, '#191528', '#191528', random)}`;
}

/** A flower bed in front of a fence. */
export function garden(width: number, height: number, random: Random): string {
  const [top, lower, light] = pick(DAYS, random);
  const green = pick(['#5d8c4a', '#4f7f52', '#6f9a4c'], random);
  const fence = Array.from({ length: Math.ceil(width / 46) }, (_, index) => {
    const x = index * 46 + 6;
    const y = height * 0.4;
    return `<path d="M ${x} ${y + 14} l 13 -16 l 13 16 v ${height * 0.3} h -26 Z" fill="#fdf8ee" opacity="0.94"/>`;
  });
  const flowers = Array.from({ length: 46 }, (_, index) => {
    const depth = index / 46;
    const x = random() * width;
    const y = height * (0.62 + depth * 0.34);
    return flower(x, y, height * (0.022 + depth * 0.034), pick(PETALS, random), green, random);
  });
  return `${sky(width, height, [top, lower, light])}
    ${sun(width * (0.1 + random() * 0.8), height * 0.16, height * 0.07)}
    ${lime(width * (0.15 + random() * 0.2), height * 0.64, height * 0.42, mixed(green, '#25431f', 0.25), '#6b4a33', random)}
    ${lime(width * (0.68 + random() * 0.2), height * 0.62, height * 0.34, green, '#6b4a33', random)}
    <rect y="${height * 0.47}" width="${width}" height="9" fill="#f4ecdd"/>${fence.join('')}
    <rect y="${height * 0.58}" width="${width}" height="${height * 0.42}" fill="${mixed(green, '#8fbf5a', 0.35)}"/>
    <path d="M 0 ${height * 0.7} Q ${width * 0.5} ${height * 0.64} ${width} ${height * 0.74} V ${height} H 0 Z" fill="${mixed(green, '#2d4a26', 0.2)}"/>
    ${flowers.join('')}`;
}

/** A river that winds to the horizon, with a small boat. */
export function river(width: number, height: number, random: Random): string {
  const [top, lower, light] = pick(DAYS, random);
  const far = pick(['#7fa6a3', '#8ba88a', '#8c9dbb'], random);
  const water = mixed(top, '#3f7fa6', 0.35);
  const bend = width * (0.3 + random() * 0.4);
  const reeds = Array.from({ length: 34 }, () => {
    const x = random() < 0.5 ? random() * width * 0.24 : width * (0.76 + random() * 0.24);
    const tall = height * (0.07 + random() * 0.1);
    return `<path d="M ${x} ${height} q ${between(-8, 8, random)} ${-tall * 0.6} ${between(-12, 14, random)} ${-tall}" stroke="#3f6b3c" stroke-width="4" fill="none"/>`;
  });
  const shine = Array.from({ length: 16 }, () => {
    const y = height * (0.58 + random() * 0.38);
    return `<rect x="${bend - width * 0.14 + random() * width * 0.3}" y="${y}" width="${width * (0.03 + random() * 0.07)}" height="3" rx="2" fill="#fff" opacity="0.4"/>`;
  });
  return `${sky(width, height, [top, lower, light])}
    ${sun(width * (0.2 + random() * 0.6), height * 0.2, height * 0.06)}${ridge(width, height * 0.5, height * 0.13, far, random)}
    ${ridge(width, height * 0.56, height * 0.07, mixed(far, '#3f6b3c', 0.5), random)}
    <rect y="${height * 0.54}" width="${width}" height="${height}" fill="#7fae5f"/>
    <path d="M ${bend} ${height * 0.54} C ${bend - width * 0.08} ${height * 0.64} ${width * 0.7} ${height * 0.72} ${width * 0.12} ${height} L ${width * 0.9} ${height} C ${width * 0.9} ${height * 0.76} ${bend + width * 0.12} ${height * 0.68} ${bend + width * 0.05} ${height * 0.54} Z" fill="${water}"/>
    ${shine.join('')}${boat(width * 0.5, height * 0.8, height * 0.07)}${reeds.join('')}`;
}

/** Rows of hills; the far ones are paler. */
export function hills(width: number, height: number, random: Random): string {
  const [top, lower, light] = pick([...DAYS, ['#f7c59f', '#fbe1c0', '#fff3dc']], random);
  const [near, far] = pick(
    [
      ['#2f5d50', '#a9cbb7'],
      ['#4a4e7d', '#c3c1dd'],
      ['#7a4b3a', '#efc9a4'],
      ['#285b73', '#b5d3dc'],
    ] as const,
    random,
  );
  const ridges = Array.from({ length: 5 }, (_, row) =>
    ridge(
      width,
      height * (0.44 + row * 0.12),
      height * (0.16 - row * 0.015),
      mixed(far, near, row / 4),
      random,
    ),
  );
  const trees = Array.from({ length: 12 }, () =>
    fir(random() * width, height * (0.9 + random() * 0.1), height * 0.13, mixed(near, '#101010', 0.25)),
  );
  return `${sky(width, height, [top, lower, light])}
    ${sun(width * (0.15 + random() * 0.7), height * 0.24, height * 0.075)}${ridges.join('')}${trees.join('')}`;
}

/** The pitch behind the school. */
export function pitch(width: number, height: number, random: Random): string {
  const [top, lower, light] = pick(DAYS, random);
  const stripes = Array.from({ length: 9 }, (_, index) => {
    const x = (share: number) => width * (0.5 + (index / 9 - 0.5) * share);
    const next = (share: number) => width * (0.5 + ((index + 1) / 9 - 0.5) * share);
    return `<path d="M ${x(1.3)} ${height * 0.48} L ${next(1.3)} ${height * 0.48} L ${next(2.6)} ${height} L ${x(2.6)} ${height} Z" fill="${index % 2 ? '#5fa04e' : '#6cae58'}"/>`;
  });
  const goal = { x: width * (0.36 + random() * 0.1), y: height * 0.36, w: width * 0.24, h: height * 0.17 };
  const net = Array.from({ length: 11 }, (_, index) => {
    const x = goal.x + (goal.w * index) / 10;
    const y = goal.y + (goal.h * index) / 10;
    return `<path d="M ${x} ${goal.y} V ${goal.y + goal.h} M ${goal.x} ${y} H ${goal.x + goal.w}" stroke="#fff" stroke-width="1.4" opacity="0.55"/>`;
  });
  const players = Array.from({ length: between(3, 6, random) }, (_, index) =>
    player(
      width * (0.08 + random() * 0.84),
      height * (0.62 + random() * 0.26),
      height * 0.13,
      index % 2 ? '#c0392b' : '#f4f1e8',
      random,
    ),
  );
  return `${sky(width, height, [top, lower, light])}
    ${lime(width * 0.1, height * 0.5, height * 0.32, '#54804a', '#6b4a33', random)}${lime(width * 0.86, height * 0.5, height * 0.38, '#4b7443', '#6b4a33', random)}
    <rect y="${height * 0.47}" width="${width}" height="${height * 0.53}" fill="#65a854"/>${stripes.join('')}
    ${net.join('')}<path d="M ${goal.x} ${goal.y + goal.h} V ${goal.y} H ${goal.x + goal.w} V ${goal.y + goal.h}" stroke="#fff" stroke-width="8" fill="none"/>
    <ellipse cx="${width * 0.5}" cy="${height * 0.86}" rx="${width * 0.24}" ry="${height * 0.09}" stroke="#fff" stroke-width="5" fill="none" opacity="0.8"/>
    ${players.join('')}${ball(width * (0.4 + random() * 0.2), height * 0.84, height * 0.026)}`;
}

/** Strings of lights over a long table. */
export function lights(width: number, height: number, random: Random): string {
  const ground = pick(['#1d2440', '#2a2140', '#1b3038'], random);
  const strings = Array.from({ length: 4 }, (_, row) => {
    const y = height * (0.1 + row * 0.11);
    const sag = height * (0.1 + random() * 0.07);
    const bulbs = Array.from({ length: 13 }, (_, index) => {
      const share = (index + 0.5) / 13;
      const drop = y + 4 * sag * share * (1 - share);
      const colour = pick(['#ffd98a', '#ffe9b8', '#ffc46b'], random);
      return dot(share * width, drop + 12, 22, colour, 0.16) + dot(share * width, drop + 12, 8, colour, 1);
    });
    return `<path d="M 0 ${y} Q ${width / 2} ${y + 2 * sag} ${width} ${y}" stroke="#0d1020" stroke-width="3" fill="none"/>${bulbs.join('')}`;
  });
  const crowd = Array.from({ length: 11 }, (_, index) => {
    const x = width * (0.06 + index * 0.088);
    const y = height * (0.64 + random() * 0.03);
    const cloth = pick(['#c0562f', '#2f7d5b', '#3a6ea5', '#8f5bd1', '#d1a33a', '#a23b5f'], random);
    const skin = pick(['#e9b48f', '#c98a5e', '#f2c6a0'], random);
    return `<path d="M ${x - 36} ${y + 110} Q ${x - 36} ${y + 34} ${x} ${y + 32} Q ${x + 36} ${y + 34} ${x + 36} ${y + 110} Z" fill="${cloth}"/>${dot(x, y, 25, skin, 1)}<path d="M ${x - 26} ${y + 2} Q ${x} ${y - 46} ${x + 26} ${y + 2} Q ${x} ${y - 16} ${x - 26} ${y + 2} Z" fill="${pick(['#2d2a33', '#6b4a2f', '#c9743a', '#c9c4bd'], random)}"/>`;
  });
  const dishes = Array.from({ length: 15 }, () => {
    const x = random() * width;
    const y = height * (0.82 + random() * 0.1);
    return `<ellipse cx="${x}" cy="${y}" rx="34" ry="12" fill="#fffaf0"/><ellipse cx="${x}" cy="${y - 4}" rx="21" ry="8" fill="${pick(PETALS.slice(0, 5), random)}"/>`;
  });
  return `${sky(width, height, [ground, mixed(ground, '#d9895b', 0.4)])}
    ${strings.join('')}${crowd.join('')}<path d="M ${-width * 0.05} ${height} L ${width * 0.06} ${height * 0.78} H ${width * 0.94} L ${width * 1.05} ${height} Z" fill="#f1dfc4"/>${dishes.join('')}`;
}

/** A tomato plant on a balcony. */
export function tomatoes(width: number, height: number, random: Random): string {
  const [top, lower, light] = pick(DAYS, random);
  const fruits = Array.from({ length: between(7, 12, random) }, () => {
    const x = width * (0.26 + random() * 0.48);
    const y = height * (0.2 + random() * 0.5);
    const r = height * (0.035 + random() * 0.03);
    const ripe = pick(['#d7263d', '#e4572e', '#f29e4c', '#8fb339'], random);
    return `${dot(x, y, r, ripe, 1)}${dot(x - r * 0.34, y - r * 0.34, r * 0.24, '#fff', 0.5)}<path d="M ${x - r * 0.6} ${y - r * 0.8} L ${x} ${y - r * 0.6} L ${x + r * 0.6} ${y - r * 0.85} L ${x + r * 0.2} ${y - r * 0.4} L ${x - r * 0.2} ${y - r * 0.4} Z" fill="#3f6b3c"/>`;
  });
  const leaves = Array.from({ length: 40 }, () => {
    const x = width * (0.2 + random() * 0.6);
    const y = height * (0.1 + random() * 0.66);
    return `<ellipse cx="${x}" cy="${y}" rx="${height * 0.06}" ry="${height * 0.028}" fill="${pick(['#4f8a45', '#5f9c4e', '#3f7440'], random)}" transform="rotate(${between(-60, 60, random)} ${x} ${y})"/>`;
  });
  return `${sky(width, height, [top, lower, light])}
    ${ridge(width, height * 0.74, height * 0.1, '#a9bfae', random)}
    <rect x="${width * 0.495}" y="${height * 0.06}" width="${width * 0.012}" height="${height * 0.72}" fill="#8a6a45"/>${leaves.join('')}${fruits.join('')}
    <path d="M ${width * 0.3} ${height * 0.74} H ${width * 0.7} L ${width * 0.65} ${height} H ${width * 0.35} Z" fill="#b5603a"/><rect x="${width * 0.285}" y="${height * 0.72}" width="${width * 0.43}" height="${height * 0.06}" rx="8" fill="#c97148"/>
    <path d="M 0 ${height * 0.86} H ${width}" stroke="#4d4b57" stroke-width="10" opacity="0.5"/>`;
}

/** A kite above a meadow. */
export function kite(width: number, height: number, random: Random): string {
  const [top, lower, light] = pick(DAYS, random);
  const x = width * (0.5 + random() * 0.2);
  const y = height * (0.26 + random() * 0.1);
  const r = height * 0.15;
  const [one, other] = pick(
    [
      ['#e4572e', '#f6d55c'],
      ['#8f5bd1', '#f2a541'],
      ['#2e86ab', '#f6f5ae'],
    ] as const,
    random,
  );
  const bows = Array.from({ length: 4 }, (_, index) => {
    const bx = x - r * (0.35 + index * 0.45);
    const by = y + r * (1.5 + index * 0.42);
    return `<path d="M ${bx - 20} ${by - 12} L ${bx + 20} ${by + 12} V ${by - 12} L ${bx - 20} ${by + 12} Z" fill="${index % 2 ? one : other}"/>`;
  });
  const clouds = Array.from({ length: 4 }, () =>
    cloud(random() * width, height * (0.1 + random() * 0.35), height * (0.05 + random() * 0.03)),
  );
  return `${sky(width, height, [top, lower, light])}${clouds.join('')}
    ${ridge(width, height * 0.8, height * 0.08, '#9cc27c', random)}${ridge(width, height * 0.88, height * 0.07, '#7fae5f', random)}
    <path d="M ${x} ${y + r} Q ${x - r * 2} ${y + r * 2.4} ${width * 0.2} ${height * 0.86}" stroke="#5b5566" stroke-width="2.5" fill="none"/>${bows.join('')}
    <path d="M ${x} ${y - r} L ${x + r * 0.75} ${y} L ${x} ${y + r} L ${x - r * 0.75} ${y} Z" fill="${one}"/><path d="M ${x} ${y - r} L ${x + r * 0.75} ${y} H ${x} Z M ${x} ${y + r} L ${x - r * 0.75} ${y} H ${x} Z" fill="${other}"/>
    ${player(width * 0.2, height * 0.93, height * 0.17, '#c1437a', random)}${player(width * 0.29, height * 0.95, height * 0.13, '#2e86ab', random)}`;
}
