import { cookies } from 'next/headers'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { SignupForm } from '#components/account/signup-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { paths } from '#contract/paths.ts'
import { isGoogleConfigured } from '#lib/env.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { pageMetadata } from '#lib/seo/metadata.ts'
import { wantedName } from '#lib/session/cookies.ts'
import { nextPath } from '#lib/session/next-path.ts'

export const generateMetadata = () => pageMetadata({ title: 'Sign up', path: paths.signup() })

export default async function SignupPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams
  const wanted = oneValue(query.next) ?? (await cookies()).get(wantedName)?.value
  return (
    <FormPage>
      <SignupForm
        next={nextPath(wanted)}
        isGoogleConfigured={isGoogleConfigured()}
        answer={await readFormAnswer(query)}
      />
    </FormPage>
  )
}
