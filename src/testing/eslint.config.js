import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.cache/**'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    languageOptions: { globals: { ...globals.es2023 } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-undef': 'off',
      'no-console': 'error',
      // File names, shown text and reports have their control characters replaced: patterns must name them.
      'no-control-regex': 'off',
    },
  },
  {
    files: ['src/core/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Draw from d3.randomLcg(seed).' },
        { object: 'Date', property: 'now', message: 'core is deterministic.' },
      ],
    },
  },
  {
    files: ['src/{analysis,app,artifact,experiments}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', 'src/artifact/addressParts.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'].map((name) => ({
          name,
          message:
            'It throws on malformed text, before anything is drawn. artifact/addressParts.ts never does.',
        })),
      ],
    },
  },
  { files: ['src/builder/**/*.ts', 'src/testing/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['src/app/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.name=/^use(Layout)?Effect$/] > ArrowFunctionExpression[body.type!=/^(BlockStatement|ArrowFunctionExpression|UnaryExpression)$/]',
          message:
            'React calls what an effect returns when it ends, and browsers return more than the types say: scrollIntoView a promise. Put `void` before the expression, or a block around it.',
        },
      ],
    },
  },
);
