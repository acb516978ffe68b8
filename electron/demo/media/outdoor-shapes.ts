import { mixed } from './colour-mixer';
import { between, pick, type Random } from '../script/random';

/** A house with lit windows: fewer of them in a higher `row`. */
export function house(
  x: number,
  y: number,
  wide: number,
  tall: number,
  colour: string,
  row: number,
  random: Random,
): string {
  const roof =
    random() < 0.65
      ? `<path d="M ${x - 5} ${y + 1} L ${x + wide / 2} ${y - wide * 0.32} L ${x + wide + 5} ${y + 1} Z" fill="${mixed(colour, '#000000', 0.14)}"/>`
      : '';
  const chimney = `<rect x="${x + wide * 0.7}" y="${y - wide * 0.3}" width="${wide * 0.1}" height="${wide * 0.3}" fill="${mixed(colour, '#000000', 0.14)}"/>`;
  const size = wide / 7.4;
  let windows = '';
  for (let wy = y + size; wy < y + tall - size * 2; wy += size * 1.9)
    for (let wx = x + size * 0.9; wx < x + wide - size * 1.4; wx += size * 1.65)
      if (random() < 0.62 - row * 0.05)
        windows += `<rect x="${wx}" y="${wy}" width="${size}" height="${size * 1.25}" rx="2" fill="${pick(['#ffd67a', '#ffe3a3', '#f9b95c', '#fff0c9'], random)}" opacity="${0.55 + random() * 0.45}"/>`;
  return `${chimney}${roof}<rect x="${x}" y="${y}" width="${wide + 1}" height="${tall}" fill="${colour}"/>${windows}`;
}

/** A tree with a round crown. (x, y) is the foot of its trunk. */
export function lime(
  x: number,
  y: number,
  tall: number,
  leaf: string,
  trunk: string,
  random: Random,
): string {
  const crown = Array.from({ length: 9 }, () =>
    dot(
      x + (random() - 0.5) * tall * 0.5,
      y - tall * (0.52 + random() * 0.36),
      tall * (0.15 + random() * 0.08),
      mixed(leaf, '#ffffff', random() * 0.1),
      1,
    ),
  );
  return `<path d="M ${x - tall * 0.035} ${y} L ${x - tall * 0.015} ${y - tall * 0.5} H ${x + tall * 0.015} L ${x + tall * 0.035} ${y} Z" fill="${trunk}"/>${crown.join('')}`;
}

/** A fir tree. */
export function fir(x: number, y: number, tall: number, colour: string): string {
  return `<path d="M ${x} ${y - tall} L ${x + tall * 0.2} ${y - tall * 0.5} H ${x + tall * 0.1} L ${x + tall * 0.28} ${y} H ${x - tall * 0.28} L ${x - tall * 0.1} ${y - tall * 0.5} H ${x - tall * 0.2} Z" fill="${colour}"/>`;
}

/** A row of hills. */
export function ridge(width: number, y: number, rise: number, colour: string, random: Random): string {
  const steps = 5;
  let path = `M 0 ${y}`;
  for (let step = 0; step < steps; step++) {
    const x = (width / steps) * (step + 1);
    path += ` Q ${x - width / steps / 2} ${y - rise * (0.4 + random())} ${x} ${y - rise * (random() * 0.5)}`;
  }
  return `<path d="${path} V ${y * 4} H 0 Z" fill="${colour}"/>`;
}

/** A flower on a stem. */
export function flower(
  x: number,
  y: number,
  r: number,
  petal: string,
  green: string,
  random: Random,
): string {
  const lean = between(-8, 8, random);
  const petals = Array.from({ length: 5 }, (_, index) => {
    const angle = (index / 5) * Math.PI * 2;
    return dot(
      x + lean + Math.cos(angle) * r * 0.6,
      y - r * 3 + Math.sin(angle) * r * 0.6,
      r * 0.52,
      petal,
      1,
    );
  });
  return `<path d="M ${x} ${y} Q ${x} ${y - r * 1.6} ${x + lean} ${y - r * 3}" stroke="${mixed(green, '#1f3a1a', 0.3)}" stroke-width="${r * 0.22}" fill="none"/>${petals.join('')}${dot(x + lean, y - r * 3, r * 0.4, '#f7c948', 1)}`;
}

/** A person playing, seen from the side. */
export function player(x: number, y: number, tall: number, shirt: string, random: Random): string {
  const step = tall * (0.1 + random() * 0.12);
  return `<ellipse cx="${x}" cy="${y}" rx="${tall * 0.24}" ry="${tall * 0.05}" fill="#1f3a1a" opacity="0.25"/>
    <path d="M ${x} ${y - tall * 0.45} L ${x - step} ${y} M ${x} ${y - tall * 0.45} L ${x + step} ${y - tall * 0.06}" stroke="#3b2f3a" stroke-width="${tall * 0.1}" stroke-linecap="round"/>
    <path d="M ${x - tall * 0.05} ${y - tall * 0.68} L ${x - step * 1.4} ${y - tall * 0.45} M ${x + tall * 0.05} ${y - tall * 0.68} L ${x + step * 1.5} ${y - tall * 0.6}" stroke="#e0a67c" stroke-width="${tall * 0.07}" stroke-linecap="round"/>
    <rect x="${x - tall * 0.12}" y="${y - tall * 0.76}" width="${tall * 0.24}" height="${tall * 0.36}" rx="${tall * 0.07}" fill="${shirt}"/>${dot(x, y - tall * 0.87, tall * 0.1, '#e9b48f', 1)}<path d="M ${x - tall * 0.1} ${y - tall * 0.87} Q ${x} ${y - tall * 1.06} ${x + tall * 0.1} ${y - tall * 0.87} Z" fill="#3b2f2a"/>`;
}

/** A football with its shadow. */
export function ball(x: number, y: number, r: number): string {
  return `${dot(x, y + r * 0.9, r, '#1f3a1a', 0.2)}${dot(x, y, r, '#ffffff', 1)}<path d="M ${x} ${y - r * 0.5} l ${r * 0.48} ${r * 0.35} l ${-r * 0.18} ${r * 0.55} h ${-r * 0.6} l ${-r * 0.18} ${-r * 0.55} Z" fill="#2b2b33"/>`;
}

/** A sailing boat. */
export function boat(x: number, y: number, size: number): string {
  return `<path d="M ${x - size * 1.2} ${y} H ${x + size * 1.2} Q ${x + size * 0.9} ${y + size * 0.55} ${x} ${y + size * 0.55} Q ${x - size * 0.9} ${y + size * 0.55} ${x - size * 1.2} ${y} Z" fill="#8a4b32"/><path d="M ${x} ${y - size * 0.1} V ${y - size * 2} L ${x + size * 1.1} ${y - size * 0.3} Z" fill="#fffaf0"/><path d="M ${x - size * 0.1} ${y - size * 0.2} V ${y - size * 1.6} L ${x - size * 0.8} ${y - size * 0.3} Z" fill="#e4572e"/>`;
}

/** A cloud. */
export function cloud(x: number, y: number, r: number): string {
  return `<g fill="#ffffff" opacity="0.78"><circle cx="${x}" cy="${y}" r="${r}"/><circle cx="${x + r * 1.1}" cy="${y + r * 0.2}" r="${r * 0.8}"/><circle cx="${x - r * 1.1}" cy="${y + r * 0.25}" r="${r * 0.7}"/><rect x="${x - r * 1.8}" y="${y + r * 0.2}" width="${r * 3.7}" height="${r * 0.75}" rx="${r * 0.37}"/></g>`;
}

/** The sun with its glow. */
export function sun(x: number, y: number, r: number): string {
  return `${dot(x, y, r * 1.9, '#fff3c4', 0.35)}${dot(x, y, r, '#ffe08a', 1)}`;
}

/** A circle. */
export function dot(x: number, y: number, r: number, colour: string, opacity: number): string {
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="${colour}" opacity="${opacity.toFixed(2)}"/>`;
}

/** A background of the whole picture: a vertical gradient, from top to bottom. */
export function sky(width: number, height: number, colours: readonly string[]): string {
  const stops = colours.map(
    (colour, index) => `<stop offset="${(index / (colours.length - 1)).toFixed(2)}" stop-color="${colour}"/>`,
  );
  return `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#s)"/>`;
}
