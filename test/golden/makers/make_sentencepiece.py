"""Makes `tokenizers/sentencepiece.json`: a small BPE model that SentencePiece itself trains here with the settings of Llama's, as a
GGUF file holds it (pieces, scores, kinds), and for some texts the ids that SentencePiece gives, and those of the tokenizer.json that
transformers makes of such a model.

Needs sentencepiece, tokenizers and transformers. `python make_sentencepiece.py` rewrites it, always the same. Made with sentencepiece
0.1.97, tokenizers 0.23 and transformers 5.18.
"""
import io, json, os, re
import sentencepiece as spm
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers
from transformers.convert_slow_tokenizer import generate_merges

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The sentences that make_tokenizers.py trains on, and its texts.
SOURCE = open(os.path.join(HERE, "makers", "make_tokenizers.py"), encoding="utf-8").read()
CORPUS = eval(re.search(r"^CORPUS = (\[.*?\]) \* 4$", SOURCE, re.S | re.M)[1])
TEXTS = eval(re.search(r"^TEXTS = (\[.*?\])$", SOURCE, re.S | re.M)[1])
NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)

model = io.BytesIO()
spm.SentencePieceTrainer.train(
    sentence_iterator=iter(CORPUS * 4), model_writer=model, model_type="bpe", vocab_size=520, byte_fallback=True, split_digits=True,
    normalization_rule_name="identity", add_dummy_prefix=True, remove_extra_whitespaces=False, allow_whitespace_only_pieces=True,
    character_coverage=0.98, user_defined_symbols=["<|tool|>"], hard_vocab_limit=True, minloglevel=2, num_threads=1)
processor = spm.SentencePieceProcessor(model_proto=model.getvalue())


def kind(piece):
    if processor.IsUnknown(piece): return UNKNOWN
    if processor.IsControl(piece): return CONTROL
    if processor.IsUnused(piece): return UNUSED
    if processor.IsByte(piece): return BYTE
    return USER_DEFINED if processor.IdToPiece(piece) == "<|tool|>" else NORMAL


ids = range(processor.GetPieceSize())
pieces, scores, kinds = [processor.IdToPiece(i) for i in ids], [processor.GetScore(i) for i in ids], [kind(i) for i in ids]

# As LlamaConverter of transformers puts it together.
vocab = {piece: i for i, piece in enumerate(pieces)}
bpe = models.BPE(vocab, generate_merges(vocab, {p: s for p, s, k in zip(pieces, scores, kinds)}), unk_token="<unk>", fuse_unk=True, byte_fallback=True)
fast = Tokenizer(bpe)
fast.add_tokens([AddedToken(p, normalized=False, special=k != USER_DEFINED) for p, k in zip(pieces, kinds) if k in (UNKNOWN, CONTROL, USER_DEFINED)])
fast.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
fast.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(content=" ", left=1)])

texts = [*TEXTS, *CORPUS, "aaaaaaaa bbbb     c", "the\u00a0then\tthing", "no <|tool|> here", "<0x41> is no byte, 𝔘nknown", "12345678901234567890"]
out = {
    "pieces": pieces, "scores": scores, "kinds": kinds,
    "texts": [{"text": t, "sentencepiece": processor.EncodeAsIds(t), "transformers": fast.encode(t, add_special_tokens=False).ids} for t in texts],
}
with open(os.path.join(HERE, "tokenizers", "sentencepiece.json"), "w", encoding="utf-8") as file:
    file.write(json.dumps(out, ensure_ascii=False, separators=(",", ":")) + "\n")
for one in out["texts"]:
    if one["sentencepiece"] != one["transformers"]: print(repr(one["text"]), one["sentencepiece"], one["transformers"])
