/**
 * The layout of prompts (`core/team/compose.ts`) as a Jinja template, so that other tools make the same prompts of a list of
 * messages. What speaks next is named by `role`: `tokenizer.apply_chat_template(messages, add_generation_prompt=True,
 * role="planner")`; nothing in the format is called *assistant*, which is what the template falls back to.
 */
export const CHAT_TEMPLATE =
  "{% for message in messages %}{{ '<|im_start|>' + message['role'] + ': ' + message['content'] + '<|im_end|>\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>' + (role | default('assistant')) + ': ' }}{% endif %}";
