import { ErrorPanel } from '#components/ui/error-panel.tsx'
import { unlistedMetadata } from '#lib/seo/metadata.ts'

const messages: Record<string, string> = {
  429: 'Too many requests. Please try again later.',
  503: 'We are too busy to show this page right now.',
}

export const generateMetadata = () => unlistedMetadata('Please try again later')

/** Sent for any address whose page the server refused to make, for one client (429) or for everyone (503). */
export default async function RefusedPage({ params }: PageProps<'/refused/[status]'>) {
  const { status } = await params
  return (
    <div className="mx-auto w-full max-w-framed px-4 py-10 md:px-6 md:py-16">
      <ErrorPanel message={messages[status] ?? 'Something went wrong.'} heading="h1" />
    </div>
  )
}
