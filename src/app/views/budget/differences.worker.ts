import type { ClusterColumn } from '../../../core/stats/aggregate';
import { bootstrapCells } from '../../../core/stats/bootstrap';
import { answerOnce } from '../../data/askOnce';

answerOnce((differences: readonly ClusterColumn[]) => bootstrapCells(differences));
