import {
  parseUploadAddress,
  smallestPicture,
  uploadAddress,
  uploadSrcSet,
  uploadVariants,
} from './uploaded-pictures.ts'

const id = '0123456789abcdef0123456789abcdef'

test('an address says the name and the size, and is read back', () => {
  const picture = { id, width: 1440, height: 810 }
  expect(uploadAddress(picture)).toBe(`/uploads/${id}-1440x810.webp`)
  expect(parseUploadAddress(uploadAddress(picture))).toEqual(picture)
})

test.each([
  ...[
    `/uploads/${id}-1441x1.webp`,
    `/uploads/${id}-1x16384.webp`,
    `/uploads/${id}-0x1.webp`,
    `/uploads/${id}-01x1.webp`,
  ],
  ...[`/uploads/${id}.webp`, `/uploads/${id}-1x1.png`, `/uploads/${id}-1x1.webp?x`, `/uploads/${id}-1x1.webp\n`],
  ...[`/uploads/${id.toUpperCase()}-1x1.webp`, `/uploads/${id.slice(1)}-1x1.webp`, `/uploads/../${id}-1x1.webp`],
  ...[`https://example.com/uploads/${id}-1x1.webp`, `uploads/${id}-1x1.webp`, ''],
])('%j is none', (url) => {
  expect(parseUploadAddress(url)).toBeUndefined()
})

test('the other widths follow from it, none larger than the picture', () => {
  expect(uploadVariants({ id, width: 1440, height: 811 })).toEqual([
    { url: `/uploads/${id}-480x270.webp`, width: 480, height: 270 },
    { url: `/uploads/${id}-960x541.webp`, width: 960, height: 541 },
    { url: `/uploads/${id}-1440x811.webp`, width: 1440, height: 811 },
  ])
  expect(uploadVariants({ id, width: 480, height: 3 })).toHaveLength(1)
  expect(uploadVariants({ id, width: 1440, height: 1 })[0]).toMatchObject({ width: 480, height: 1 })
  expect(uploadSrcSet({ id, width: 700, height: 70 })).toBe(
    `/uploads/${id}-480x48.webp 480w, /uploads/${id}-700x70.webp 700w`,
  )
})

test('a face takes the smallest size that is kept, and any other address as it is', () => {
  expect(smallestPicture(`/uploads/${id}-1440x900.webp`)).toBe(`/uploads/${id}-480x300.webp`)
  expect(smallestPicture(`/uploads/${id}-100x100.webp`)).toBe(`/uploads/${id}-100x100.webp`)
  expect(smallestPicture('https://elsewhere.example/a.png')).toBe('https://elsewhere.example/a.png')
})
