import { interhubApi } from '@waybill/domain/hub/interhub-api'

/** What shows a manifest and is read again after a change. */
export const shows_manifest = [interhubApi.detail, interhubApi.list]
