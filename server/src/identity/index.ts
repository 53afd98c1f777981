import { live_ticket } from '@waybill/domain/kit/live'
import { issueLiveTicket } from './live-tickets.ts'
import { identityApi } from '@waybill/domain/identity/api'
import { challengeApi } from '@waybill/domain/identity/challenge-api'
import { passkeysApi } from '@waybill/domain/identity/passkeys-api'
import { registrationApi } from '@waybill/domain/identity/registration-api'
import { serve, serveExternal, type Handler } from '../kit/handler.ts'
import { changeKey, createKey, deleteKey, listKeys, rotateKey } from './api-keys.ts'
import { createChallenge } from './challenge.ts'
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
import { checkNewPassword, register, resendCode } from './register.ts'
import { endSession, readSessions, signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { readStepUpMethods, stepUp } from './step-up.ts'
import { saveUserSettingRow, userSettings } from './store.ts'
import { readTerms } from './terms.ts'
import { startThirdParty } from './third-party.ts'
import { newRecoveryCodes, resetTwoFactor, setUpTwoFactor, switchOffTwoFactor } from './two-factor.ts'
import { userRoutes } from './users-routes.ts'

export { audited_role, audited_setting, audited_user } from './audited-store.ts'
export { changedMeanwhile, ownerEmails, personName } from './users-store.ts'
export {
  countUsersOfBranch,
  listDrivers,
  listPeople,
  setDuty,
  unknownDrivers,
  usersByBranch,
} from './drivers-store.ts'
export { brandOf, logoLink } from './brand.ts'
export { consumeLiveTicket } from './live-ticket-store.ts'
export {
  actorOf,
  guestOf,
  listProviders,
  sessionHolder,
  findTokenHolders,
  findTokenHolder,
  type ResolvedCredential,
  type ListedProvider,
} from './actors.ts'
export { requireSolved } from './challenge.ts'
export { claimOfHour } from './guard.ts'
export { requireListed } from './key-addresses.ts'
export { impersonated, stillImpersonated } from './impersonation.ts'
export { inviteUser, startInvitation } from './invite-user.ts'
export { startReset } from './links.ts'
export { startOperatorLink } from './operator-link.ts'
export { hashPassword } from './password.ts'
export { clearSending } from './register-store.ts'
export { startVerification } from './register.ts'
export { requireFreshConfirmation } from './fresh-confirmation.ts'
export { insertSession, savePassword } from './sign-in-store.ts'
export { google, openIdThirdParty, type Issuer } from './third-party-adapter.ts'
export { thirdPartyPort, type ThirdParty } from './third-party-port.ts'
export { presentUser } from './present-user.ts'
export {
  findProvider,
  hasFeature,
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

const readTime: Handler<typeof identityApi.time> = async (ctx) => ({ current_time: ctx.now })

const saveUserSetting: Handler<typeof identityApi.saveUserSetting> = async (ctx, { setting, value }) => {
  await saveUserSettingRow(ctx, setting, value)
  return { user_settings: await userSettings(ctx) }
}

export const identityRoutes = [
  serve(identityApi.time, readTime),
  serve(live_ticket, issueLiveTicket),
  serveExternal(identityApi.login, signIn),
  serveExternal(identityApi.startThirdParty, startThirdParty),
  serveExternal(registrationApi.register, register),
  serve(challengeApi.challenge, createChallenge),
  serve(registrationApi.checkPassword, checkNewPassword),
  serve(registrationApi.resendCode, resendCode),
  serve(registrationApi.terms, readTerms),
  serve(identityApi.resetPassword, resetPassword),
  serveExternal(identityApi.updatePassword, updatePassword),
  serveExternal(identityApi.setUpTwoFactor, setUpTwoFactor),
  serveExternal(identityApi.switchOffTwoFactor, switchOffTwoFactor),
  serveExternal(identityApi.newRecoveryCodes, newRecoveryCodes),
  serve(identityApi.resetTwoFactor, resetTwoFactor),
  serve(passkeysApi.list, readPasskeys),
  serveExternal(passkeysApi.begin, beginPasskey),
  serveExternal(passkeysApi.add, addPasskey),
  serve(passkeysApi.rename, changePasskey),
  serve(passkeysApi.remove, removePasskey),
  serveExternal(passkeysApi.signInOptions, beginPasskeySignIn),
  serveExternal(passkeysApi.stepUpOptions, beginPasskeyStepUp),
  serve(identityApi.stepUpMethods, readStepUpMethods),
  serveExternal(identityApi.stepUp, stepUp),
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
