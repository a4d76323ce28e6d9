type Json = { [key: string]: unknown }

const change: Json = {
  type: 'object',
  required: ['id', 'tags'],
  properties: {
    id: { type: 'integer', description: 'It only grows' },
    tags: { type: 'array', items: { type: 'string' }, description: 'As answers name them in `Cache-Tag`' },
  },
}

/** The change feed in OpenAPI's words: it is no call of the contract, because it never ends. */
export function changesPath(failure: (description: string) => Json): Json {
  return {
    '/changes': {
      get: {
        operationId: 'changes',
        summary: 'What was written that readers can see, as server-sent events, as long as one listens',
        description:
          'A new subscriber first gets the event `hello` with the newest id. An event `reset` says that what came after ' +
          '`Last-Event-ID` is unknown. Every other event is a change.',
        tags: ['changes'],
        security: [{}],
        parameters: [
          {
            name: 'Last-Event-ID',
            in: 'header',
            required: false,
            description: 'After which change to go on',
            schema: { type: 'string' },
          },
        ],
        responses: {
          200: { description: 'The data of each event', content: { 'text/event-stream': { schema: change } } },
          400: failure('`bad_request`: The request is not valid'),
          503: failure('`unavailable`: Not available right now'),
          default: failure('Any other problem'),
        },
      },
    },
  }
}
