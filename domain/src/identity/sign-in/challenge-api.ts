import { z } from 'zod'
import { endpoint } from '../../kit/calls/endpoint.ts'
import { Challenge } from './challenge.ts'

export const challengeApi = {
  challenge: endpoint('GET /users/challenge', {
    input: z.object({}),
    output: z.object({ challenge: Challenge.nullable() }),
    audience: 'public',
    permission: null,
    published: false,
    summary:
      'Returns the proof-of-work challenge for registration and password reset; `null` if none is required.',
  }),
}
