import { live_ticket } from '@waybill/domain/kit/live'
import { issueLiveTicket } from './live-tickets.ts'
import { identityApi } from '@waybill/domain/identity/api'
import { challengeApi } from '@waybill/domain/identity/challenge-api'
import { passkeysApi } from '@waybill/domain/identity/passkeys-api'
import { registrationApi } from '@waybill/domain/identity/registration-api'
import { serve, servePartner, type Verb } from '../kit/verb.ts'
import { changeKey, createKey, deleteKey, listKeys, rotateKey } from './api-keys.ts'
import { giveChallenge } from './challenge.ts'
import { resetPassword, updatePassword } from './links.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginPasskeyStepUp,
  changePasskey,
  readPasskeys,
  removePasskey,
} from './passkeys.ts'
import { register, resendCode } from './register.ts'
import { endSession, readSessions, signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { readStepUpWays, stepUp } from './step-up.ts'
import { saveUserSettingRow, userSettings } from './store.ts'
import { readTerms } from './terms.ts'
import { startThirdParty } from './third-party.ts'
import { newRecoveryCodes, resetTwoFactor, setUpTwoFactor, switchOffTwoFactor } from './two-factor.ts'
import { userRoutes } from './users-routes.ts'

export { changedMeanwhile, ownerEmails, personName } from './users-store.ts'
export { brandOf, logoLink } from './brand.ts'
export { useLiveTicket } from './live-ticket-store.ts'
export {
  actorOf,
  guestOf,
  listProviders,
  sessionHolder,
  stillHeld,
  whoHolds,
  type Known,
  type ListedProvider,
} from './who.ts'
export { demandSolved } from './challenge.ts'
export { claimOfHour } from './guard.ts'
export { demandListed } from './key-addresses.ts'
export { impersonated, stillImpersonated } from './impersonation.ts'
export { inviteUser, startInvitation } from './invite-user.ts'
export { startReset } from './links.ts'
export { startOperatorLink } from './operator-link.ts'
export { hashPassword } from './password.ts'
export { forgetSending } from './register-store.ts'
export { startVerification } from './register.ts'
export { demandFreshConfirmation } from './fresh-confirmation.ts'
export { insertSession, savePassword } from './sign-in-store.ts'
export { google, openIdThirdParty } from './third-party-adapter.ts'
export { standInIssuer } from './stand-in-issuer.ts'
export { thirdPartyPort, type ThirdParty } from './third-party-port.ts'
export { seenUser } from './seen-user.ts'
export {
  findProvider,
  insertApiKey,
  insertRole,
  insertUser,
  listRoles,
  readUser,
  allowancesOf,
  saveSettings,
  storedSettings,
  userSettings,
} from './store.ts'

const readTime: Verb<typeof identityApi.time> = async (ctx) => ({ current_time: ctx.now })

const saveUserSetting: Verb<typeof identityApi.saveUserSetting> = async (ctx, { setting, value }) => {
  await saveUserSettingRow(ctx, setting, value)
  return { user_settings: await userSettings(ctx) }
}

export const identityRoutes = [
  serve(identityApi.time, readTime),
  serve(live_ticket, issueLiveTicket),
  servePartner(identityApi.login, signIn),
  servePartner(identityApi.startThirdParty, startThirdParty),
  servePartner(registrationApi.register, register),
  serve(challengeApi.challenge, giveChallenge),
  serve(registrationApi.resendCode, resendCode),
  serve(registrationApi.terms, readTerms),
  serve(identityApi.resetPassword, resetPassword),
  servePartner(identityApi.updatePassword, updatePassword),
  servePartner(identityApi.setUpTwoFactor, setUpTwoFactor),
  servePartner(identityApi.switchOffTwoFactor, switchOffTwoFactor),
  servePartner(identityApi.newRecoveryCodes, newRecoveryCodes),
  serve(identityApi.resetTwoFactor, resetTwoFactor),
  serve(passkeysApi.list, readPasskeys),
  servePartner(passkeysApi.begin, beginPasskey),
  servePartner(passkeysApi.add, addPasskey),
  serve(passkeysApi.rename, changePasskey),
  serve(passkeysApi.remove, removePasskey),
  servePartner(passkeysApi.signInOptions, beginPasskeySignIn),
  servePartner(passkeysApi.stepUpOptions, beginPasskeyStepUp),
  serve(identityApi.stepUpWays, readStepUpWays),
  servePartner(identityApi.stepUp, stepUp),
  serve(identityApi.sessions, readSessions),
  serve(identityApi.endSession, endSession),
  serve(identityApi.logout, signOut),
  serve(identityApi.saveUserSetting, saveUserSetting),
  ...userRoutes,
  serve(identityApi.apiKeys, listKeys),
  serve(identityApi.createApiKey, createKey),
  serve(identityApi.changeApiKey, changeKey),
  serve(identityApi.rotateApiKey, rotateKey),
  serve(identityApi.deleteApiKey, deleteKey),
]
