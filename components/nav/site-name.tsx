import { parseUploadAddress, pictureForPlace } from '#contract/uploaded-pictures.ts'

/** The room for the logo, in CSS pixels. The bar of a phone has less: there it shrinks, in proportion. */
const place = { width: 200, height: 28 }

/** The logo of the site, if there is one, in place of its name. */
export function SiteName({ name, logo }: { name: string; logo: string | null | undefined }) {
  const picture = logo && parseUploadAddress(logo)
  if (!picture) return name
  const { url, width, height } = pictureForPlace(picture, place)
  return (
    <img
      src={url}
      alt={name}
      width={width}
      height={height}
      className="max-w-[min(100%,9rem)] md:max-w-[min(100%,12.5rem)]"
    />
  )
}
