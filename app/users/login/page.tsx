import { cookies } from 'next/headers'
import { oneValue, type SearchParams } from '#app/route-params.ts'
import { LoginForm } from '#components/account/login-form.tsx'
import { FormPage } from '#components/ui/page-layouts.tsx'
import { isGoogleConfigured } from '#lib/env.ts'
import { readFormAnswer } from '#lib/no-script-forms/form-answer.ts'
import { unlistedMetadata } from '#lib/seo/metadata.ts'
import { wantedName } from '#lib/session/cookies.ts'
import { nextPath } from '#lib/session/next-path.ts'
import { signInNotice } from '#lib/session/sign-in.ts'

export const generateMetadata = () => unlistedMetadata('Sign in')

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams
  const { next, error } = query
  const wanted = oneValue(next) ?? (await cookies()).get(wantedName)?.value
  return (
    <FormPage>
      <LoginForm
        next={nextPath(wanted)}
        isGoogleConfigured={isGoogleConfigured()}
        notice={signInNotice(oneValue(error))}
        answer={await readFormAnswer(query)}
      />
    </FormPage>
  )
}
