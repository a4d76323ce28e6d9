import { useState } from 'react'
import { Icon } from '#components/ui/icon.tsx'

const box = 'h-7.5 w-10 rounded-full bg-line'

/** 40 by 30 pixels and round (specification, section 9); a silhouette if there is no picture or it does not load. */
export function ProfileImage({ image }: { image: string | null }) {
  const [isBroken, setIsBroken] = useState(false)
  if (image && !isBroken) {
    return (
      <img
        src={image}
        alt=""
        width={40}
        height={30}
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
        className={`${box} picture object-cover`}
      />
    )
  }
  return (
    <span className={`${box} flex items-center justify-center text-soft`}>
      <Icon name="user" />
    </span>
  )
}
