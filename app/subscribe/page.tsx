import { ask } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { type Subject, SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { allCategories, categoryName, slugsOf } from '#contract/categories.ts'
import { frequencies } from '#contract/frequencies.ts'
import { paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { site } from '#lib/site.ts'

export const generateMetadata = () =>
  pageMetadata({
    title: 'Newsletter',
    description: `Subscribe to ${site().name} and get updates straight in your inbox.`,
    path: paths.subscribe,
  })

/** Subscribes to the author or the publication in the address if they exist, else to the product or one of its categories. */
export default async function SubscribePage({ searchParams }: { searchParams: SearchParams }) {
  const { name: siteName, categories, default_frequency: usual } = site()
  const query = await searchParams
  const { author, publication, category } = query
  const answer = await readFormAnswer(query)
  const found = (await findAuthor(oneValue(author))) ?? (await findPublication(oneValue(publication)))
  const choices = [allCategories, ...slugsOf(categories)].map((value) => ({
    value,
    label: categoryName(value, categories),
  }))
  const wanted = answer?.typed.category ?? oneValue(category)
  const chosen = choices.find(({ value }) => value === wanted)?.value ?? allCategories
  const frequency = frequencies.find((each) => each === answer?.typed.frequency)
  const given = { answer, story: answer?.typed.asked_on, ...(frequency && { frequency }) }
  return (
    <FormPage>
      {found ? (
        <SubscribeForm variant="page" subject={found} usual={usual} {...given} />
      ) : (
        <SubscribeForm
          variant="page"
          subject={{ name: siteName, category: chosen }}
          usual={usual}
          choices={choices}
          {...given}
        />
      )}
      <p className="text-ui text-soft">
        See what to expect: <TextLink href={paths.newsletters}>the newsletters so far</TextLink>.
      </p>
    </FormPage>
  )
}

async function findAuthor(uuid: string | undefined): Promise<Subject | undefined> {
  if (!uuid) return undefined
  const asked = await ask(read('GET /users/profile/:uuid', { params: { uuid } }))
  return asked.ok ? { name: asked.value.body.name, author: asked.value.body.uuid } : undefined
}

async function findPublication(publication: string | undefined): Promise<Subject | undefined> {
  if (!publication) return undefined
  const asked = await ask(read('GET /publications/:publication', { params: { publication } }))
  return asked.ok ? { name: asked.value.body.name, publication: asked.value.body.slug } : undefined
}
