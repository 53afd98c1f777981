import { claimsApi } from '@waybill/domain/claims/api'
import { serve } from '../kit/handler.ts'
import { changeClaim, moveClaim, addClaimMessage } from './change-claim.ts'
import { lodgeClaim } from './lodge-claim.ts'
import { listClaims, readClaim, readClaimsOfShipment } from './read-claims.ts'

export { claimName } from './present-claim.ts'
export { listPaidClaims, readClaimRows, readNotifiedClaim, type NotifiedClaimRow } from './store.ts'

export const claimRoutes = [
  serve(claimsApi.list, listClaims),
  serve(claimsApi.detail, readClaim),
  serve(claimsApi.ofShipment, readClaimsOfShipment),
  serve(claimsApi.lodge, lodgeClaim),
  serve(claimsApi.change, changeClaim),
  serve(claimsApi.move, moveClaim),
  serve(claimsApi.say, addClaimMessage),
]
