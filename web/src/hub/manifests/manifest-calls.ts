import { interhubApi } from '@waybill/domain/hub/interhub-api'

/** Queries that display a manifest and are refetched after a change. */
export const shows_manifest = [interhubApi.detail, interhubApi.list]
