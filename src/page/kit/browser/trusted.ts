/**
 * Which texts may become elements or scripts of the page, by Trusted Types (https://w3c.github.io/trusted-types/dist/spec/). The policy that the build puts
 * into the page demands it ({@link TRUSTED_TYPES}) and refuses everything else. Browsers that know nothing of it, and the development server, go on without.
 */

/** `dompurify` is what Monaco cleans Markdown with; it makes that policy itself. */
export const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default documents monaco dompurify";

/** Files of the build that workers are started from, below the page's address: nothing that is passed on there (`/tinker/`, `/open/`). */
const SCRIPT = /^(?:assets\/[\w.-]+|offline\.worker)\.js$/;

/** Anything but the tags that Monaco writes lines with: a `<` of the text itself is `&lt;` there. */
const NOT_OF_LINES = /<(?!\/?(?:div|span|br|svg|path)[\s>/])/i;

function refused(what: string, text: string): never {
  throw new TypeError(`${what} may not come from a text here, by the page's Trusted Types: ${text.slice(0, 200)}`);
}

/**
 * For what libraries set without a policy of their own: styles and single characters, as text in which no element begins, and addresses of our workers.
 * A script's text has no rule, and so is refused.
 *
 * @param page Where the page lies, its folder.
 */
export const defaultRules = (page: URL) => ({
  createHTML: (text: string): string => (text.includes('<') ? refused('Elements', text) : text),
  createScriptURL(address: string): string {
    const { href } = new URL(address, page);
    return href.startsWith(page.href) && SCRIPT.test(href.slice(page.href.length)) ? href : refused('Scripts', address);
  },
});

/** For Monaco, which writes the lines of its editors as HTML: in place of the dozen policies that it asks for by name, which would let everything through. */
export const lineRules = { createHTML: (text: string): string => (NOT_OF_LINES.test(text) ? refused('Elements', text) : text) };

// The build, which is no page, reads the policy's text here. Each is made once, with the page's entry: what is loaded later may be loaded again.
const types = typeof window === 'undefined' ? undefined : window.trustedTypes;
types?.createPolicy('default', defaultRules(new URL('.', document.baseURI)));
export const linesPolicy = types?.createPolicy('monaco', lineRules);
/** For documents alone: made at build time of our own files (`scripts/page/docMarkdown.ts`), in which HTML is shown as text. */
export const documentsPolicy = types?.createPolicy('documents', { createHTML: (html) => html });
