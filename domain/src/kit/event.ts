import type { z } from 'zod'

/** An event published by a handler; modules of higher layers subscribe to it. */
export interface DomainEvent<Payload extends z.ZodType = z.ZodType> {
  name: string
  payload: Payload
}

export type PayloadOf<E> = E extends DomainEvent<infer P> ? z.output<P> : never

export function event<Payload extends z.ZodType>(name: string, payload: Payload): DomainEvent<Payload> {
  return { name, payload }
}
