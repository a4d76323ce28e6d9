import { unknownCall } from '#lib/bff/unknown-call.ts'

export const GET = unknownCall
export const POST = unknownCall
export const PUT = unknownCall
export const DELETE = unknownCall
