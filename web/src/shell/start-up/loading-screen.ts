/** Hides the loading screen that `index.html` shows from the first moment. */
export function hideLoadingScreen(): void {
  document.getElementById('loading')?.setAttribute('hidden', '')
}
