export { SignInForm } from './SignInForm.tsx'
export { SignInPage, type SignInLinks } from './SignInPage.tsx'
