package dev.rundle.planner.plan;

import dev.rundle.planner.plan.PlanArtifact.Cost;
import dev.rundle.planner.plan.PlanArtifact.Fleet;
import dev.rundle.planner.plan.PlanArtifact.Policy;
import dev.rundle.planner.plan.PlanArtifact.Thresholds;
import dev.rundle.planner.plan.PlanArtifact.Timing;
import dev.rundle.planner.queue.ServiceModel;

/** A plan's numbers before its findings. */
record Draft(
    PlanInputs inputs,
    RungCurve curve,
    ServiceModel service,
    Thresholds thresholds,
    Timing timing,
    Policy policy,
    Fleet fleet,
    Cost cost) {}
