/** What the build puts in place of these names. Written with a dot: a name in brackets would bring the whole of `import.meta.env` along, the manifest with it. */
interface ImportMetaEnv {
  /** JSON: version, commit and dependencies of this build, as `run.json` records them. */
  readonly VITE_MANIFEST: string;
  readonly VITE_VERSION: string;
  /** Empty where the build has no commit. */
  readonly VITE_COMMIT: string;
  /** JSON: the headers that the service worker adds on hosts that send none. */
  readonly VITE_HEADERS: string;
}
