import { StoryImage } from '#components/article/story-image.tsx'
import { countOrNone } from '#components/ui/count-of.ts'
import { ButtonLink } from '#components/ui/links.tsx'
import { type Category, categoryName } from '#contract/categories.ts'
import { drawnCoverPath } from '#contract/drawn-covers.ts'
import { paths } from '#contract/paths.ts'
import type { PublicationPage } from '#contract/publications.ts'

type Props = { publication: PublicationPage; known: readonly Category[] }

/** The face of a publication: its picture, its name, a sentence, who runs it, and the way to its newsletter. */
export function PublicationHeader({ publication, known }: Props) {
  const { name, slug, description, image, owner_uuid, owner_name, story_count, categories } = publication
  return (
    <header className="flex flex-col gap-6">
      <div className="flex flex-col gap-x-8 gap-y-5 md:flex-row">
        <StoryImage
          url={image ?? drawnCoverPath(slug)}
          sizes="96px"
          fetched="early"
          className="size-24 shrink-0 rounded-card"
        />
        <div className="flex min-w-0 flex-col items-start gap-3">
          <h1 className="text-balance wrap-anywhere font-serif text-heading font-semibold md:text-title">{name}</h1>
          {description && (
            <p className="max-w-sentence text-pretty wrap-break-word font-serif text-text text-soft">{description}</p>
          )}
          <p className="text-ui text-soft">
            {owner_name && (
              <>
                by <Owner uuid={owner_uuid} name={owner_name} />
                {' · '}
              </>
            )}
            {countOrNone(story_count, 'story', 'stories')}
          </p>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {story_count > 0 && (
              // A page has one newsletter form: the one below the list. This leads to a page that is one.
              <ButtonLink look="primary" href={paths.subscribeTo(slug)}>
                Subscribe
              </ButtonLink>
            )}
            {categories.length > 0 && (
              <nav aria-label="Topics">
                <ul className="flex flex-wrap">
                  {categories.map((category) => (
                    <li key={category}>
                      <a
                        href={paths.category(category)}
                        className="flex min-h-11 items-center px-3 text-ui text-soft underline-offset-2 hover:text-ink hover:underline"
                      >
                        {categoryName(category, known)}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
          </div>
        </div>
      </div>
    </header>
  )
}

function Owner({ uuid, name }: { uuid: string | null; name: string }) {
  if (!uuid) return <span className="wrap-anywhere">{name}</span>
  return (
    <a href={paths.profile(uuid)} className="wrap-anywhere text-link underline underline-offset-2">
      {name}
    </a>
  )
}
