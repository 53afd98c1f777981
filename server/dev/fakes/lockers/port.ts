import { port } from '../../../src/kit/handler.ts'
import type { FakeLockers } from './index.ts'

/** Port for the fake networks of lockers; only set where they are running. */
export const fakeLockersPort = port<FakeLockers>('fake networks of lockers')
