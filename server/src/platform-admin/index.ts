import { platformApi } from '@waybill/domain/platform-admin/api'
import { serve } from '../kit/verb.ts'
import { addReleaseNote, readReleaseNotes } from './release-notes.ts'

export { furnishProvider } from './furnish-provider.ts'

export const platformRoutes = [
  serve(platformApi.releaseNotes, readReleaseNotes),
  serve(platformApi.addReleaseNote, addReleaseNote),
]
