/** Which files a model's folder is made of, by their names alone: what the page knows of models before any is read. */

export const CONFIG = 'config.json';
export const WEIGHTS = 'model.safetensors';
export const WEIGHTS_INDEX = 'model.safetensors.index.json';
export const TOKENIZER = 'tokenizer.json';
export const TOKENIZER_CONFIG = 'tokenizer_config.json';

/** The files of a model folder worth fetching or reading; a sharded model adds the names in its index. */
export const MODEL_FILES = [CONFIG, WEIGHTS, WEIGHTS_INDEX, TOKENIZER, TOKENIZER_CONFIG] as const;

/** Those of them that a prompt needs: all but the weights. */
export const PROMPT_FILES: readonly string[] = [CONFIG, TOKENIZER, TOKENIZER_CONFIG];

export const GENERATION_CONFIG = 'generation_config.json';
export const TEMPLATE = 'chat_template.jinja';
export const TEMPLATE_JSON = 'chat_template.json';
/** A folder from elsewhere may say more of conversations than the shipped ones. */
const READ_FOR_PROMPTS = [...PROMPT_FILES, GENERATION_CONFIG, TEMPLATE, TEMPLATE_JSON];

/** The files of a folder that `readPromptFiles` reads, wherever the folder's own name stands before them. */
export const promptFilesOf = <File>(files: Readonly<Record<string, File>>): Record<string, File> =>
  Object.fromEntries(Object.entries(files).filter(([path]) => READ_FOR_PROMPTS.includes(path.split('/').at(-1) ?? '')));

const READ_FILE =
  /^(?:(?:config|generation_config|special_tokens_map|added_tokens|tokenizer[\w.-]*)\.json|chat_template\.(?:json|jinja)|model[\w.-]*\.safetensors(?:\.index\.json)?)$|^[^/]+\.gguf$/;
/** Files of a model that may be too large to be held in memory whole. */
export const WEIGHTS_FILE = /\.(?:safetensors|gguf)$/;
/** A GGUF file that may stand in place of config and safetensors. */
export const GGUF_FILE = /^[^/]+\.gguf$/;
/** Files that tell a model's folder by lying in it. */
export const MARK = /^(?:(.*)\/)?(?:config\.json|[^/]+\.gguf)$/;
export const PICKLED_FILE = /^[^/]+\.(?:bin|pth|pt|ckpt)$/;

/**
 * What is taken of a file of a model folder, by its path in it: its contents, its name alone (pickled weights are never read, but
 * a complaint can say what to do about them), or nothing, as with other trees that lie below.
 */
export function takenOfModel(path: string): 'contents' | 'name' | null {
  return READ_FILE.test(path) ? 'contents' : PICKLED_FILE.test(path) ? 'name' : null;
}

/** Whether files of these names are a model's: its config, or a GGUF file that says all that a config does. */
export const tellsModel = (paths: readonly string[]): boolean => paths.some((path) => path === CONFIG || GGUF_FILE.test(path));
