import { port } from '../../../src/kit/handler.ts'

/** Port for the URL of the fake services; only set where they are running. */
export const fakeServicesPort = port<{ url: string }>('stand-in of third parties')
