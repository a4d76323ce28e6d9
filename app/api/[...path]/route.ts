import { dispatch } from '#lib/bff/dispatch.ts'

export const dynamic = 'force-dynamic'
export const GET = dispatch
export const HEAD = dispatch
export const POST = dispatch
export const PUT = dispatch
export const DELETE = dispatch
