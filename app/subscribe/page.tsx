import { ask } from '#app/failure-answer.tsx'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { SubscribeForm } from '#components/newsletter/subscribe-form.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { allCategories, categoryName, knownCategories } from '#contract/categories.ts'
import { frequencies } from '#contract/frequencies.ts'
import { paths } from '#contract/paths.ts'
import { read } from '#lib/api/read.ts'
import { webEnv } from '#lib/env.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'

export const generateMetadata = () =>
  pageMetadata({
    title: 'Newsletter',
    description: `Subscribe to ${webEnv().PRODUCT_NAME} and get updates straight in your inbox.`,
    path: paths.subscribe,
  })

/** Subscribes to the publication in the address if it exists, else to the product or one of its categories. */
export default async function SubscribePage({ searchParams }: { searchParams: SearchParams }) {
  const { PRODUCT_NAME } = webEnv()
  const query = await searchParams
  const { publication, category } = query
  const answer = await readFormAnswer(query)
  const named = oneValue(publication)
  const asked = named
    ? await ask(read('GET /publications/:publication', { params: { publication: named } }))
    : undefined
  const found = asked?.ok ? asked.value.body : undefined
  const choices = [allCategories, ...knownCategories(PRODUCT_NAME)].map((value) => ({
    value,
    label: categoryName(value, PRODUCT_NAME),
  }))
  const wanted = answer?.typed.category ?? oneValue(category)
  const chosen = choices.find(({ value }) => value === wanted)?.value ?? allCategories
  const frequency = frequencies.find((each) => each === answer?.typed.frequency)
  const given = { answer, ...(frequency && { frequency }) }
  return (
    <FormPage>
      {found ? (
        <SubscribeForm variant="page" subject={{ name: found.name, publication: found.slug }} {...given} />
      ) : (
        <SubscribeForm variant="page" subject={{ name: PRODUCT_NAME, category: chosen }} choices={choices} {...given} />
      )}
      <p className="text-ui text-soft">
        See what to expect: <TextLink href={paths.newsletters}>the newsletters so far</TextLink>.
      </p>
    </FormPage>
  )
}
