/** Rotary position embedding: angular frequencies, with Llama-3 scaling where the config asks for it. */
import type { ModelConfig } from '../../core/formats/models/hf.ts';

/**
 * θ_i = ropeTheta^(-2i/headDim) for i in [0, headDim/2), rescaled by Llama 3's rule (low frequencies divided by
 * `factor`, high ones kept, a linear blend between), as in HF `modeling_rope_utils._compute_llama3_parameters`.
 */
export function ropeFrequencies(config: ModelConfig): number[] {
  const plain = plainFrequencies(config, config.ropeTheta);
  const scaling = config.ropeScaling;
  if (!scaling) return plain;
  const { factor, lowFreqFactor, highFreqFactor, originalMaxPositionEmbeddings: original } = scaling;
  return plain.map((frequency) => {
    const wavelength = (2 * Math.PI) / frequency;
    if (wavelength > original / lowFreqFactor) return frequency / factor;
    if (wavelength < original / highFreqFactor) return frequency;
    const smooth = (original / wavelength - lowFreqFactor) / (highFreqFactor - lowFreqFactor);
    return ((1 - smooth) * frequency) / factor + smooth * frequency;
  });
}

/** The same without scaling, from another base. */
export function plainFrequencies({ headDim }: Pick<ModelConfig, 'headDim'>, theta: number): number[] {
  return Array.from({ length: headDim / 2 }, (_, i) => theta ** ((-2 * i) / headDim));
}
