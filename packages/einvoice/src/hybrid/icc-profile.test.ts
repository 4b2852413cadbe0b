import { describe, expect, test } from 'vitest'
import { srgbProfile } from './icc-profile.ts'

const profile = Buffer.from(srgbProfile())

/** The data of a tag by the profile's own table. */
function tag(signature: string): Buffer {
  const count = profile.readUInt32BE(128)
  for (let index = 0; index < count; index += 1) {
    const at = 132 + index * 12
    if (profile.toString('latin1', at, at + 4) !== signature) continue
    const offset = profile.readUInt32BE(at + 4)
    expect(offset % 4).toBe(0)
    return profile.subarray(offset, offset + profile.readUInt32BE(at + 8))
  }
  throw new Error(`No tag ${signature}.`)
}

const xyz = (signature: string): readonly number[] =>
  [8, 12, 16].map((at) => tag(signature).readInt32BE(at) / 0x10000)

describe('the sRGB profile', () => {
  test('has the header of a display profile of version 2.1', () => {
    expect(profile.readUInt32BE(0)).toBe(profile.length)
    expect(profile.toString('hex', 8, 12)).toBe('02100000')
    expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ')
    expect(profile.toString('latin1', 36, 40)).toBe('acsp')
  })

  test('has all tags that version 2 asks of a matrix profile, each of its type', () => {
    const types = ['desc', 'cprt', 'wtpt', 'rXYZ', 'gXYZ', 'bXYZ', 'rTRC', 'gTRC', 'bTRC'].map(
      (signature) => tag(signature).toString('latin1', 0, 4),
    )
    expect(types).toEqual([
      ...['desc', 'text', 'XYZ ', 'XYZ ', 'XYZ ', 'XYZ '],
      ...['curv', 'curv', 'curv'],
    ])
  })

  test('its primaries add up to its white, D50', () => {
    const [red, green, blue, white] = ['rXYZ', 'gXYZ', 'bXYZ', 'wtpt'].map(xyz)
    white?.forEach((value, index) => {
      const sum = (red?.[index] ?? 0) + (green?.[index] ?? 0) + (blue?.[index] ?? 0)
      expect(sum).toBeCloseTo(value, 3)
    })
  })

  test('its curve is that of IEC 61966-2-1: black, the straight part, a middle grey, white', () => {
    const curve = tag('rTRC')
    const points = curve.readUInt32BE(8)
    const light = (value: number) => curve.readUInt16BE(12 + 2 * value) / 0xffff
    expect(points).toBe(1024)
    expect(light(0)).toBe(0)
    expect(light(20)).toBeCloseTo(20 / 1023 / 12.92, 4)
    expect(light(511)).toBeCloseTo(0.2138, 3)
    expect(light(1023)).toBe(1)
    expect(tag('bTRC')).toEqual(curve)
  })
})
