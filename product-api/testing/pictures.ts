import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Given = { width?: number; height?: number; colour?: string }

/** A picture of one colour. */
export function aPicture({ width = 64, height = 48, colour = '#2e7d32' }: Given = {}): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

/** A photo with EXIF orientation and GPS position: as stored, its right half is red. */
export async function aPhotograph(): Promise<Buffer> {
  const red = await aPicture({ width: 100, height: 100, colour: '#ff0000' }).png().toBuffer()
  return aPicture({ width: 200, height: 100, colour: '#0000ff' })
    .composite([{ input: red, left: 100, top: 0 }])
    .withExif({
      IFD0: { Make: 'A camera', Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A PNG with large dimensions and next to no data (a decompression bomb). */
export function aPixelBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
