/**
 * Colours as eyes see them, after published formulas: contrast (WCAG 2.2), the difference ΔE₀₀ (CIEDE2000; Sharma, Wu and Dalal
 * 2005), and what is left of a colour without one kind of cone (Machado, Oliveira and Fernandes 2009, severity 1).
 */

type Triple = readonly [number, number, number];

export const MACHADO = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const;
export type Vision = 'normal' | keyof typeof MACHADO;

/** sRGB to XYZ at D65, IEC 61966-2-1. */
const TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
] as const;

const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple => {
  const [a, b, c] = matrix.map(([p, q, r]) => p * x + q * y + r * z);
  return [a ?? 0, b ?? 0, c ?? 0];
};

/** Linear light of `#rrggbb`, 0 to 1. */
function linear(hex: string): Triple {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
}

/** CIELAB of `#rrggbb`, as the eye of that vision has it. */
export function labOf(hex: string, vision: Vision = 'normal'): Triple {
  const light = linear(hex);
  const [r, g, b] = vision === 'normal' ? light : times(MACHADO[vision], light);
  const within = (value: number): number => Math.min(1, Math.max(0, value));
  const xyz = times(TO_XYZ, [within(r), within(g), within(b)]);
  const white = times(TO_XYZ, [1, 1, 1]);
  const [x = 0, y = 0, z = 0] = xyz.map((value, at) => {
    const share = value / (white[at] ?? 1);
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** ΔE₀₀ between two CIELAB colours. */
export function deltaE([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const degrees = (radians: number): number => ((radians * 180) / Math.PI + 360) % 360;
  const cos = (angle: number): number => Math.cos((angle * Math.PI) / 180);
  const bend = (chroma: number): number => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const stretch = 1 + 0.5 * (1 - bend((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [c1, c2] = [Math.hypot(stretch * a1, b1), Math.hypot(stretch * a2, b2)];
  const [h1, h2] = [degrees(Math.atan2(b1, stretch * a1)), degrees(Math.atan2(b2, stretch * a2))];
  const grey = c1 * c2 === 0;
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180;
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * Math.sqrt(c1 * c2) * Math.sin((turn * Math.PI) / 360)];
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const h = grey ? h1 + h2 : (h1 + turn / 2 + 360) % 360;
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rotation = -Math.sin((60 * Math.exp(-(((h - 275) / 25) ** 2)) * Math.PI) / 180) * 2 * bend(c);
  return Math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh));
}

/** Contrast of two `#rrggbb`, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [red, green, blue] = linear(hex);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}
