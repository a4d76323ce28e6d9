import type { Metadata } from 'next'
import { ask } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { FormPage } from '#components/ui/form-page.tsx'
import { allCategories, categoryName, knownCategories } from '#contract/categories.ts'
import { paths } from '#contract/paths.ts'
import { getPublication } from '#lib/api/publications.ts'
import { webEnv } from '#lib/env.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export const dynamic = 'force-dynamic'

export function generateMetadata(): Metadata {
  return pageMetadata({
    title: 'Newsletter',
    description: `Subscribe to ${webEnv().PRODUCT_NAME} and get updates straight in your inbox.`,
    path: paths.subscribe,
  })
}

/** To a publication where the address names one that there is, else to the product or one of its categories. */
export default async function SubscribePage({ searchParams }: { searchParams: SearchParams }) {
  const { PRODUCT_NAME } = webEnv()
  const { publication, category } = await searchParams
  const named = oneValue(publication)
  const asked = named ? await ask(getPublication(named)) : undefined
  const found = asked?.ok ? asked.value : undefined
  const choices = [allCategories, ...knownCategories(PRODUCT_NAME)].map((value) => ({
    value,
    label: categoryName(value, PRODUCT_NAME),
  }))
  const chosen = choices.find(({ value }) => value === oneValue(category))?.value ?? allCategories
  return (
    <FormPage>
      {found ? (
        <SubscribeForm variant="page" subject={{ name: found.name, publication: found.slug }} />
      ) : (
        <SubscribeForm variant="page" subject={{ name: PRODUCT_NAME, category: chosen }} choices={choices} />
      )}
      <p className="text-ui text-soft">
        See first what comes:{' '}
        <a href={paths.newsletters} className="text-link underline underline-offset-2">
          the newsletters so far
        </a>
        .
      </p>
    </FormPage>
  )
}
