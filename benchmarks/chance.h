/* The generator of kibitz/engine/rng.py, draw for draw. */

#include <stdint.h>

/* xoshiro256**, seeded through SplitMix64 */
typedef struct {
    uint64_t a, b, c, d;
} Rng;

static uint64_t split_mix(uint64_t *state)
{
    uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static Rng seeded(uint64_t seed, uint64_t stream)
{
    uint64_t state = split_mix(&seed) ^ (stream * 0xD1342543DE82EF95u);
    Rng rng;
    rng.a = split_mix(&state);
    rng.b = split_mix(&state);
    rng.c = split_mix(&state);
    rng.d = split_mix(&state);
    return rng;
}

static inline uint64_t rotated(uint64_t word, int bits)
{
    return (word << bits) | (word >> (64 - bits));
}

static inline uint64_t draw(Rng *rng)
{
    uint64_t result = rotated(rng->b * 5, 7) * 9;
    uint64_t shifted = rng->b << 17;
    rng->c ^= rng->a;
    rng->d ^= rng->b;
    rng->b ^= rng->c;
    rng->a ^= rng->d;
    rng->c ^= shifted;
    rng->d = rotated(rng->d, 45);
    return result >> 32;
}

/* A uniform number below the bound: multiply, and draw again where that would be unfair. */
static inline uint32_t below(Rng *rng, uint32_t bound)
{
    uint64_t product = draw(rng) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = draw(rng) * bound;
    }
    return product >> 32;
}
