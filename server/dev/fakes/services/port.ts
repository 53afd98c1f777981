import { port } from '../../../src/kit/handler.ts'

/** Where the stand-in of third parties listens, on machines that have one. */
export const fakeServicesPort = port<{ url: string }>('stand-in of third parties')
