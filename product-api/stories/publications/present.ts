import type { Publication } from '#contract/publications.ts'
import type { PublicationWithOwner } from '../publications.ts'

export function presentPublication(row: PublicationWithOwner): Publication {
  return {
    _id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: row.image,
    owner_uuid: row.ownerId,
    owner_name: row.ownerName ?? '',
  }
}
