import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { assetType, imageSize } from './asset-bytes.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

const png = (width: number, height: number) => {
  const data = new Uint8Array(PNG.sync.write(new PNG({ width: 1, height: 1 })))
  const view = new DataView(data.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return data
}

const JPEG = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xff, 0xc4, 0, 3, 9],
  [0xff, 0xc0, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 1, 1, 0x11, 0],
)
const riff = (chunk: Uint8Array) => bytes('RIFF', [chunk.length + 4, 0, 0, 0], 'WEBP', [...chunk])
const WEBP_LOSSY = riff(bytes('VP8 ', [10, 0, 0, 0], [0, 0, 0, 0x9d, 1, 0x2a, 0x40, 1, 0xf0, 0x40]))
const WEBP_LOSSLESS = riff(bytes('VP8L', [9, 0, 0, 0], [0x2f, 0x63, 0xc0, 0x18, 0, 0, 0, 0, 0, 0]))
const WEBP_EXTENDED = riff(bytes('VP8X', [10, 0, 0, 0], [0, 0, 0, 0, 0x63, 0, 0, 0xc7, 0, 0]))
const WOFF2 = bytes('wOF2', [0, 1, 0, 0], [0, 0, 0, 60], [0, 1, 0, 0], Array(44).fill(0))
const TTF = bytes(
  [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
  'head',
  [0, 0, 0, 0, 0, 0, 0, 28, 0, 0, 0, 4],
  'data',
)

describe('the type by bytes', () => {
  test.each([
    ['image/png', png(1, 1)],
    ['image/png', png(8000, 8000)],
    ['image/jpeg', JPEG],
    ['image/webp', WEBP_LOSSY],
    ['image/webp', WEBP_LOSSLESS],
    ['image/webp', WEBP_EXTENDED],
    ['font/woff2', WOFF2],
    ['font/ttf', TTF],
  ])('%s', (type, data) => {
    expect(assetType(data)).toBe(type)
    for (let length = 0; length < Math.min(data.length, 20); length++)
      expect(assetType(data.subarray(0, length))).toBeNull()
  })

  test('nothing else is known', () => {
    for (const text of [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      'OTTO',
      'wOFF',
      '<!doctype html>',
    ])
      expect(assetType(bytes(text.padEnd(64)))).toBeNull()
  })

  test('a font with a false directory is refused', () => {
    expect(assetType(bytes([...WOFF2], 'more'))).toBeNull()
    expect(assetType(TTF.subarray(0, -1))).toBeNull()
    expect(assetType(bytes([0, 1, 0, 0, 0, 0], Array(20).fill(0)))).toBeNull()
  })
})

describe('how large a picture is', () => {
  test.each([
    [png(3, 5), 3, 5],
    [JPEG, 0x304, 0x102],
    [WEBP_LOSSY, 320, 240],
    [WEBP_LOSSLESS, 100, 100],
    [WEBP_EXTENDED, 100, 200],
  ])('case %#', (data, width, height) => expect(imageSize(data)).toEqual({ width, height }))

  test('an image with one pixel too many, or without any, is refused', () => {
    for (const [width, height] of [
      [8001, 1],
      [1, 8001],
      [0, 1],
      [1, 0],
      [2 ** 31, 2 ** 31],
    ] as const)
      expect(assetType(png(width, height))).toBeNull()
    expect(imageSize(png(8001, 1))).toEqual({ width: 8001, height: 1 })
    expect(imageSize(WOFF2)).toBeNull()
  })

  test('a JPEG without a frame ends the search', () => {
    expect(imageSize(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0], Array(40).fill(0)))).toBeNull()
    expect(imageSize(bytes([0xff, 0xd8, 0xff], Array(40).fill(0xff)))).toBeNull()
  })
})
