/**
 * The sRGB color space (IEC 61966-2-1) as an ICC profile of version 2.1: three primaries and a
 * curve (ICC.1:2001-04, "three-component matrix-based display profile"). Generated, because a
 * shipped file would have another license.
 */
export function srgbProfile(): Uint8Array {
  const curve = curveTag()
  const tags: readonly (readonly [signature: string, data: Uint8Array])[] = [
    ['desc', descriptionTag('sRGB')],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyzTag(WHITE)],
    ['rXYZ', xyzTag(RED)],
    ['gXYZ', xyzTag(GREEN)],
    ['bXYZ', xyzTag(BLUE)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const blocks = new Map<Uint8Array, number>()
  let end = HEADER_BYTES + 4 + tags.length * 12
  for (const [, data] of tags) {
    if (blocks.has(data)) continue
    blocks.set(data, end)
    end += padded(data.length)
  }
  const profile = Buffer.alloc(end)
  writeHeader(profile)
  profile.writeUInt32BE(tags.length, HEADER_BYTES)
  tags.forEach(([signature, data], index) => {
    const at = HEADER_BYTES + 4 + index * 12
    const offset = blocks.get(data) ?? 0
    profile.write(signature, at, 'latin1')
    profile.writeUInt32BE(offset, at + 4)
    profile.writeUInt32BE(data.length, at + 8)
    profile.set(data, offset)
  })
  return profile
}

type Xyz = readonly [x: number, y: number, z: number]

const HEADER_BYTES = 128

/** D50, the white point of all ICC profiles. */
const WHITE: Xyz = [0.9642, 1, 0.8249]

// The primaries of IEC 61966-2-1, adapted from D65 to D50 by the Bradford transform; they add up to D50.
const RED: Xyz = [0.43607, 0.22249, 0.01392]
const GREEN: Xyz = [0.38515, 0.71687, 0.09708]
const BLUE: Xyz = [0.14307, 0.06061, 0.7141]

const CURVE_POINTS = 1024

function writeHeader(profile: Buffer): void {
  profile.writeUInt32BE(profile.length, 0)
  profile.writeUInt32BE(0x02100000, 8)
  profile.write('mntrRGB XYZ ', 12, 'latin1')
  // A fixed creation date, 2026-01-01, so that the same document gives the same bytes.
  for (const [index, value] of [2026, 1, 1].entries()) profile.writeUInt16BE(value, 24 + index * 2)
  profile.write('acsp', 36, 'latin1')
  writeXyz(profile, 68, WHITE)
}

/** Fixed point with 16 binary places, rounded. */
function writeXyz(profile: Buffer, at: number, xyz: Xyz): void {
  const view = new DataView(profile.buffer, profile.byteOffset)
  for (const [index, value] of xyz.entries()) view.setInt32(at + index * 4, value * 0x10000 + 0.5)
}

function xyzTag(xyz: Xyz): Uint8Array {
  const tag = Buffer.alloc(20)
  tag.write('XYZ ', 'latin1')
  writeXyz(tag, 8, xyz)
  return tag
}

const textTag = (text: string): Uint8Array => Buffer.from(`text\0\0\0\0${text}\0`, 'latin1')

/** With empty Unicode and Macintosh forms, which version 2 requires. */
function descriptionTag(text: string): Uint8Array {
  const tag = Buffer.alloc(12 + text.length + 1 + 4 + 4 + 2 + 1 + 67)
  tag.write('desc', 'latin1')
  tag.writeUInt32BE(text.length + 1, 8)
  tag.write(text, 12, 'latin1')
  return tag
}

/** Converts stored values to linear light (IEC 61966-2-1, 5.2). */
function curveTag(): Uint8Array {
  const tag = Buffer.alloc(12 + CURVE_POINTS * 2)
  tag.write('curv', 'latin1')
  tag.writeUInt32BE(CURVE_POINTS, 8)
  const view = new DataView(tag.buffer, tag.byteOffset)
  for (let index = 0; index < CURVE_POINTS; index += 1) {
    const value = index / (CURVE_POINTS - 1)
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    view.setUint16(12 + index * 2, light * 0xffff + 0.5)
  }
  return tag
}

const padded = (length: number): number => Math.ceil(length / 4) * 4
