import { unsubscribeAtOnce } from '#lib/bff/mail-link.ts'

export const dynamic = 'force-dynamic'
export const POST = unsubscribeAtOnce
