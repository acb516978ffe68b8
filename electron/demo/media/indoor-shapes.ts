import { mixed } from './colour-mixer';
import { pick, type Random } from '../script/random';

/** The wall of a room, as the background of the whole picture. */
export function room(width: number, height: number, colour: string): string {
  return `<defs><linearGradient id="room" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${mixed(colour, '#ffffff', 0.35)}"/><stop offset="1" stop-color="${mixed(colour, '#6b4a33', 0.12)}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#room)"/>`;
}

/** A window with the yard behind it. */
export function pane(width: number, height: number, random: Random): string {
  const [x, y, w, h] = [width * 0.12, height * 0.06, width * 0.76, height * 0.62];
  const [sky, tree] = pick(
    [
      ['#bfe0ee', '#7fae5f'],
      ['#f6cfa5', '#6d7f5a'],
      ['#b9c6de', '#5f7f6a'],
    ] as const,
    random,
  );
  return `<rect x="${x - 14}" y="${y - 14}" width="${w + 28}" height="${h + 28}" rx="8" fill="#fffaf0"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${sky}"/>
    <circle cx="${x + w * 0.22}" cy="${y + h * 0.8}" r="${h * 0.3}" fill="${tree}"/><circle cx="${x + w * 0.4}" cy="${y + h * 0.9}" r="${h * 0.26}" fill="${mixed(tree, '#ffffff', 0.12)}"/><circle cx="${x + w * 0.84}" cy="${y + h * 0.84}" r="${h * 0.3}" fill="${mixed(tree, '#203020', 0.15)}"/>
    <rect x="${x}" y="${y + h}" width="${w}" height="${height * 0.2}" fill="#fffaf0"/><rect x="${x + w / 2 - 7}" y="${y}" width="14" height="${h}" fill="#fffaf0"/>`;
}

/** A pot plant. */
export function pot(x: number, y: number, size: number, random: Random): string {
  const leaves = Array.from({ length: 7 }, (_, index) => {
    const angle = -150 + index * 20;
    return `<ellipse cx="${x}" cy="${y - size * 1.35}" rx="${size * 0.16}" ry="${size * 0.55}" fill="${pick(['#4f8a45', '#5f9c4e', '#3f7440'], random)}" transform="rotate(${angle + 90} ${x} ${y - size * 0.85})"/>`;
  });
  return `${leaves.join('')}<path d="M ${x - size * 0.5} ${y - size * 0.85} H ${x + size * 0.5} L ${x + size * 0.36} ${y} H ${x - size * 0.36} Z" fill="${pick(['#b5603a', '#d9895b', '#e9e2d0', '#7a8f9c'], random)}"/>`;
}

/** A loaf of bread. */
export function loaf(x: number, y: number, r: number, random: Random): string {
  const crust = pick(['#b5713a', '#a8622f', '#c58546'], random);
  const cuts = [-0.5, 0, 0.5].map(
    (at) =>
      `<path d="M ${x + r * at - r * 0.2} ${y - r * 0.42} q ${r * 0.26} ${r * 0.3} ${r * 0.2} ${r * 0.72}" stroke="#f3d9ae" stroke-width="${r * 0.12}" fill="none" stroke-linecap="round"/>`,
  );
  return `<ellipse cx="${x}" cy="${y + r * 0.62}" rx="${r * 1.35}" ry="${r * 0.18}" fill="#5d3a24" opacity="0.3"/><path d="M ${x - r * 1.3} ${y + r * 0.6} Q ${x - r * 1.4} ${y - r * 0.9} ${x} ${y - r * 0.9} Q ${x + r * 1.4} ${y - r * 0.9} ${x + r * 1.3} ${y + r * 0.6} Z" fill="${crust}"/><path d="M ${x - r * 1.1} ${y + r * 0.1} Q ${x - r} ${y - r * 0.75} ${x - r * 0.1} ${y - r * 0.8}" stroke="#e0a96a" stroke-width="${r * 0.14}" fill="none" stroke-linecap="round" opacity="0.7"/>${cuts.join('')}`;
}

/** A croissant on a plate. */
export function croissant(x: number, y: number, r: number): string {
  return `<ellipse cx="${x}" cy="${y + r * 0.2}" rx="${r * 1.6}" ry="${r * 0.24}" fill="#fffaf0"/><path d="M ${x - r * 1.2} ${y} Q ${x} ${y - r * 1.7} ${x + r * 1.2} ${y} Q ${x} ${y - r * 0.5} ${x - r * 1.2} ${y} Z" fill="#d79a4f"/><path d="M ${x - r * 0.5} ${y - r * 0.86} l ${r * 0.14} ${r * 0.5} M ${x} ${y - r * 0.9} v ${r * 0.55} M ${x + r * 0.5} ${y - r * 0.86} l ${-r * 0.14} ${r * 0.5}" stroke="#a8662b" stroke-width="${r * 0.09}" fill="none"/>`;
}

/** An ear of wheat. */
export function ear(x: number, y: number, tall: number): string {
  const grains = Array.from(
    { length: 6 },
    (_, index) =>
      `<ellipse cx="${x + (index % 2 ? 9 : -9)}" cy="${y + index * tall * 0.06}" rx="8" ry="16" fill="#d9a441" transform="rotate(${index % 2 ? 26 : -26} ${x} ${y + index * tall * 0.06})"/>`,
  );
  return `<path d="M ${x} ${y} V ${y + tall}" stroke="#c08a35" stroke-width="4"/>${grains.join('')}`;
}

/** Steam rising from something hot. */
export function steam(x: number, y: number, tall: number): string {
  return [-0.4, 0, 0.4]
    .map(
      (at) =>
        `<path d="M ${x + at * tall} ${y + tall * 0.5} q ${-tall * 0.18} ${-tall * 0.25} 0 ${-tall * 0.5} t 0 ${-tall * 0.5}" stroke="#ffffff" stroke-width="${tall * 0.07}" fill="none" stroke-linecap="round" opacity="0.6"/>`,
    )
    .join('');
}
